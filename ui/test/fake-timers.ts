/** The server's side of sessions, in memory: timers that fire by the server's own clock, whatever the phone's clocks say. */
import { fromBase64url } from "#seal/bytes.ts";
import { type DownItem, openDown } from "#seal/items.ts";
import { endedProof, tokenHash } from "#seal/keys.ts";
import type { LinkPair } from "./link-pair.ts";

/** A request to arm a timer. */
export interface ArmRequest {
  readonly dueAt?: number;
  readonly inSeconds?: number;
  readonly generation: number;
  readonly item: { readonly seq: number; readonly bytes: string };
  readonly stopHash: string;
}

/** A timer as the server has it; `dueAt` in Unix seconds. */
interface Timer {
  readonly stopHash: string;
  readonly generation: number;
  readonly item: ArmRequest["item"];
  readonly dueAt: number;
  state: "armed" | "fired" | "stopped";
}

/** A link at the server. */
interface Line {
  readonly pair: LinkPair;
  push: "works" | "none" | "broken";
  isEnded: boolean;
  /** Whether it is not found, of which there is no proof. */
  isMissing: boolean;
  timer: Timer | null;
  /** The requests to arm that it took. */
  readonly arms: ArmRequest[];
  /** What it sent to the guardian, timers' items included. */
  readonly sent: { readonly seq: number; readonly bytes: string; readonly isTimers: boolean }[];
}

/** What becomes of requests: they do not arrive; their answers do not; or they arrive only when they are let through. */
export type Network = "up" | "down" | "answers lost" | "slow";

const status = (code: number) => new Response(null, { status: code });

/** Makes the server of these links; `now` is its clock, in milliseconds. */
export function fakeTimers(pairs: readonly LinkPair[], now: () => number) {
  const lines: Line[] = pairs.map((pair) => ({
    ...{ pair, push: "works", isEnded: false, isMissing: false, timer: null },
    ...{ arms: [], sent: [] },
  }));
  const seconds = () => Math.floor(now() / 1_000);
  let network: Network = "up";
  let saysNewest = true;
  let requests = 0;
  let stops = 0;
  let late: (() => void)[] = [];

  const fire = (line: Line) => {
    const { timer } = line;
    if (timer?.state !== "armed" || timer.dueAt * 1_000 > now()) return;
    timer.state = "fired";
    line.sent.push({ ...timer.item, isTimers: true });
  };
  const tick = () => lines.forEach(fire);

  function arm(line: Line, body: ArmRequest): Response {
    const { timer } = line;
    const isSame = timer?.stopHash === body.stopHash;
    const answer = ({ dueAt, state }: Timer) =>
      Response.json({
        ...{ dueAt, now: seconds() },
        ...{ fired: state === "fired", hasPush: line.push === "works" },
      });
    if (isSame && timer.state === "stopped") return status(409);
    if (isSame && timer.state === "fired") return answer(timer);
    if (timer !== null && body.generation < timer.generation) return status(409);
    if (body.generation === timer?.generation) return isSame ? answer(timer) : status(409);
    const kept = isSame ? timer.dueAt : null;
    const within = body.inSeconds === undefined ? kept : seconds() + body.inSeconds;
    const dueAt = body.dueAt ?? within;
    if (dueAt === null) return status(409);
    const { stopHash, generation, item } = body;
    line.timer = { stopHash, generation, item, dueAt, state: "armed" };
    line.arms.push(body);
    return answer(line.timer);
  }

  function disarm(hash: string): Response {
    const there = lines.filter(({ isMissing }) => !isMissing);
    const timer = there.map((line) => line.timer).find((one) => one?.stopHash === hash);
    if (timer == null) return status(404);
    if (timer.state === "armed") timer.state = "stopped";
    stops += 1;
    return Response.json({ fired: timer.state === "fired" });
  }

  async function read(line: Line): Promise<Response> {
    const { timer, push } = line;
    const known = timer === null || timer.state === "stopped" ? null : timer;
    const shown = known && {
      ...{ dueAt: known.dueAt, generation: known.generation, fired: known.state === "fired" },
    };
    const newest = saysNewest ? { newestGeneration: timer?.generation ?? null } : {};
    const owned = { push, brokenSince: null, pushedSeq: null, timer: shown, ...newest };
    const state = line.isEnded ? "ended" : "claimed";
    const ended = line.isEnded ? await endedProof(line.pair.guardian.owner) : null;
    return Response.json({
      ...{ items: [], after: 0, newsBefore: null, now: seconds() },
      link: { state, version: "1", ended, owned, reached: null },
    });
  }

  async function handle(init: RequestInit): Promise<Response> {
    tick();
    const token = `${new Headers(init.headers).get("Authorization")}`.replace("Bearer ", "");
    if (init.method === "DELETE") return disarm(await tokenHash(token));
    const line = lines.find(({ pair }) => pair.guardian.owner === token);
    if (line === undefined || line.isMissing) return status(404);
    if (init.method === "GET") return read(line);
    if (line.isEnded) return status(410);
    const body = JSON.parse(String(init.body));
    if (init.method === "PUT") return arm(line, body);
    const isKnown = line.sent.some(({ seq }) => seq === body.seq);
    if (!isKnown) line.sent.push({ ...body, isTimers: false });
    return status(isKnown ? 200 : 201);
  }

  const failure = () => new TypeError("Failed to fetch");

  return {
    lines,
    tick,
    requests: () => requests,
    /** How often a timer was stopped. */
    stops: () => stops,
    setNetwork: (next: Network) => {
      network = next;
    },
    /** It is of an earlier release, which does not say the generation of a timer that was stopped. */
    beOlder: () => {
      saysNewest = false;
    },
    /** What was slow arrives; who sent it waits no more. */
    letThrough: () => {
      for (const arrive of late.splice(0)) arrive();
      late = [];
    },
    endLink: (line: Line) => Object.assign(line, { isEnded: true, timer: null }),
    fetch: async (_path: string, init: RequestInit = {}): Promise<Response> => {
      requests += 1;
      if (network === "down") throw failure();
      if (network === "slow") {
        late.push(() => void handle(init));
        throw failure();
      }
      const isLost = network === "answers lost";
      const response = await handle(init);
      if (isLost) throw failure();
      return response;
    },
  };
}

/** What a guardian reads of something that was sent. */
export async function openedOf(
  { pair }: Pick<Line, "pair">,
  { seq, bytes }: { readonly seq: number; readonly bytes: string },
): Promise<DownItem | null> {
  return openDown(pair.person.down, seq, fromBase64url(bytes) ?? new Uint8Array());
}
