/** Fetches an emergency's sound while the guardian's page is open: the newest first, and older sound behind it. */
import { ApiError } from "#api/client.ts";
import { isUnknown } from "#api/sound-requests.ts";
import { getPiece, type ListedPiece, listPieces } from "#api/sounds.ts";
import { sendItem } from "#api/watches.ts";
import { soundLimits } from "#content/sound-limits.ts";
import { runningTime, wallTime } from "#platform/clock.ts";
import { withDeadline } from "#platform/deadline.ts";
import type { Bytes } from "#seal/bytes.ts";
import { soundKeys } from "#seal/keys.ts";
import { sealHeld } from "#seal/sound-items.ts";
import { takeUpSeq, type Watched } from "#store/guardians/watched.ts";
import { type Heard, heldUntil } from "./heard-rules.ts";
import { soundAssembly } from "./sound-assembly.ts";
import { repeatWhileSeen } from "./while-seen.ts";

/** How it stands. */
export interface Following extends Heard {
  readonly state:
    | "connecting"
    | "live"
    | "cut-off"
    /** Our server says that it does not have it, as after its time. */
    | "gone";
  /** How many pieces the server has that are not here yet. */
  readonly waiting: number;
  /** How many the server could not give; they are asked for again. */
  readonly delayed: number;
}

/** A piece that is not here, and from when on it may be asked for, by the running clock in milliseconds. */
interface Waiting extends ListedPiece {
  readonly notBefore: number;
}

/** What to follow, and whom to tell. */
interface Plan {
  readonly secret: Bytes;
  /** The secrets of other emergencies, which name pieces that do not belong here. */
  readonly others: readonly Bytes[];
  readonly report: (following: Following) => void;
  /** Tells the person's phone up to when everything is here; what it cannot be told now it is told later. */
  readonly tell: (until: number) => Promise<void>;
}

/** How long a request for a list that waits for news may take, in milliseconds. */
const PATIENT_MS = 30_000;

/** What is fetched first: a copy's beginning, hashes, and then the newest sound. */
function byUse(a: ListedPiece, b: ListedPiece): number {
  const rank = ({ kind, seq }: ListedPiece) => (seq === 0 ? 0 : kind === "hashes" ? 1 : 2);
  return rank(a) - rank(b) || b.seq - a.seq;
}

/** Says up to when everything is here, now and then. */
function telling({ tell }: Plan) {
  let told: number | null = null;
  let nextAt = 0;
  return async (heard: Heard) => {
    const until = heldUntil(heard);
    if (until === null || until === told || runningTime() < nextAt) return;
    nextAt = runningTime() + soundLimits.heldEveryMs;
    try {
      await tell(until);
      told = until;
    } catch {
      // The next piece says it.
    }
  };
}

/** Follows until the returned function is called. */
export function followSound(plan: Plan): () => void {
  const { secret, others, report } = plan;
  const opening = (async () => {
    const own = await soundKeys(secret);
    const keys = await Promise.all(others.map(async (one) => (await soundKeys(one)).seal));
    return { read: own.read, assembly: soundAssembly({ own: own.seal, others: keys }) };
  })();
  const tell = telling(plan);
  let after = -1;
  let waiting: readonly Waiting[] = [];
  let isOver = false;
  let heard: Heard = { parts: [], refused: [] };
  const say = (state: Following["state"]) => {
    const delayed = waiting.filter(({ notBefore }) => notBefore > 0).length;
    if (!isOver) report({ ...heard, state, waiting: waiting.length - delayed, delayed });
  };
  const due = () => waiting.filter(({ notBefore }) => notBefore <= runningTime());
  const fetchSome = async (signal: AbortSignal) => {
    const { read, assembly } = await opening;
    for (const piece of due().sort(byUse).slice(0, soundLimits.fetchedAtOnce)) {
      const get = (ending: AbortSignal) => getPiece(read, piece, ending);
      const rest = waiting.filter((one) => one !== piece);
      try {
        const bytes = await withDeadline(soundLimits.pieceMs, get, signal);
        await assembly.add({ ...piece, bytes });
        waiting = rest;
      } catch (error) {
        // One piece that the server cannot give holds up no other.
        if (!(error instanceof ApiError)) throw error;
        if (isUnknown(error)) assembly.miss(piece);
        const later = { ...piece, notBefore: runningTime() + soundLimits.fetchAgainMs };
        waiting = isUnknown(error) ? rest : [...rest, later];
      }
      heard = assembly.read();
      say("live");
    }
    await tell(heard);
  };
  const stop = repeatWhileSeen({
    isHiddenToo: true,
    turn: async (signal, isFirst) => {
      const { read } = await opening;
      const isPatient = !isFirst && due().length === 0;
      const ms = isPatient ? PATIENT_MS : soundLimits.patienceMs;
      const ask = (ending: AbortSignal) => listPieces(read, { after, isPatient }, ending);
      const list = await withDeadline(ms, ask, signal);
      after = Math.max(after, list.after);
      waiting = [...waiting, ...list.pieces.map((piece) => ({ ...piece, notBefore: 0 }))];
      await fetchSome(signal);
      say("live");
      return !isOver;
    },
    onInterruption: () => say("connecting"),
    onFailure: (error) => {
      say(isUnknown(error) ? "gone" : "cut-off");
      return true;
    },
  });
  return () => {
    isOver = true;
    stop();
  };
}

/** Tells the person's phone up to when the sound of an emergency is here; rejects where that cannot be told. */
export async function sendHeldUntil(
  { id, up, post }: Watched,
  about: string,
  until: number,
): Promise<void> {
  const seq = await takeUpSeq(id);
  if (seq === null) return;
  const bytes = await sealHeld(up, seq, { about, until, at: wallTime() });
  await sendItem(post, { seq, bytes, wake: false });
}
