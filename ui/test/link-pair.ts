/** Both sides of a guardian link, and a server that only keeps what they send. */

import { fromBase64url, toBase64url } from "#seal/bytes.ts";
import { digitsOf, NONCE_BYTES } from "#seal/digits.ts";
import {
  type Answer,
  type DownItem,
  openDown,
  openReveal,
  REVEAL_SEQ,
  sealUp,
  type UpItem,
} from "#seal/items.ts";
import { endedProof, linkKeys, makePair, randomBytes, randomToken } from "#seal/keys.ts";
import { guardians, type LinkedGuardian } from "#store/guardians/guardians.ts";
import { changeLinks } from "#store/guardians/link-record.ts";
import { people, type Watched } from "#store/guardians/watched.ts";

/** A link with its two records. */
export interface LinkPair {
  readonly guardian: LinkedGuardian;
  readonly person: Watched;
}

let made = 0;

/** Makes a link under an id that no other test has, because what one test still sends must not be another one's. */
export function makeOwnLink(name: string, linkedAt = 0): Promise<LinkPair> {
  made += 1;
  return makeLink(`${name}${made}`, linkedAt, name);
}

/** Makes a link; `id` names it on both sides. */
export async function makeLink(id: string, linkedAt = 0, name = id): Promise<LinkPair> {
  const [hers, theirs, secret] = [await makePair(), await makePair(), randomBytes(16)];
  const mine = await linkKeys(hers, theirs.point, secret);
  const other = await linkKeys(theirs, hers.point, secret);
  if (mine === null || other === null) throw new Error("No keys");
  const pairing = { person: hers.point, guardian: theirs.point, secret };
  const digits = await digitsOf(pairing, randomBytes(NONCE_BYTES));
  // The numbers of items begin with the link.
  const madeAt = Date.now();
  const guardian: LinkedGuardian = {
    ...{ state: "linked", id, name, owner: randomToken(), madeAt, linkedAt },
    ...{ down: mine.down, up: mine.up, digits, isCompared: true },
    ...{ nextSeq: 0, after: 0, testedAt: null, lastAnswer: null },
  };
  const person: Watched = {
    ...{ id, name: "Mia", read: other.read, post: other.post, down: other.down, up: other.up },
    ...{ digits, linkedAt: madeAt, after: -1, notifiedSeq: -1, nextSeq: 1 },
    ...{ items: [], answers: [], pushEndpoint: null, isEnded: false },
  };
  return { guardian, person };
}

/** Stores the person's side of links, and nothing else of them. */
export async function storeGuardians(links: readonly LinkPair[]): Promise<void> {
  for (const name of ["outbox", "told", "watched"]) {
    await changeLinks(name, () => ({ keep: undefined, answer: undefined }));
  }
  await guardians.change(() => ({
    keep: links.map(({ guardian }) => guardian),
    answer: undefined,
  }));
}

/** Stores the guardian's side of links. */
export async function storePeople(links: readonly LinkPair[]): Promise<void> {
  await people.change(() => ({ keep: links.map(({ person }) => person), answer: undefined }));
}

/** How the server answers. */
type Health = "works" | "off" | "hangs" | "fails" | "refuses" | "link-ended" | "hotel";

/** The server: `fetch` in its place, and what a test does with it. */
export interface FakeWatchServer {
  readonly fetch: typeof fetch;
  health: Health;
  /** The tokens of links that are not found, of which there is no proof. */
  readonly missing: Set<string>;
  /** The newest item of which the push service accepted a push. */
  readonly acceptPushes: () => void;
  /** How many requests are waiting for an answer. */
  readonly open: () => number;
  /** How many times something was sent. */
  readonly posts: () => number;
  /** What the guardian can open, in its order. */
  readonly opened: (link: LinkPair) => Promise<DownItem[]>;
  /** The random number of the digits, as the guardian can open it; null while it has not come. */
  readonly reveal: (link: LinkPair) => Promise<Uint8Array | null>;
  readonly answer: (link: LinkPair, answer: Answer, about: string | null) => Promise<void>;
  /** The guardian's phone sends this. */
  readonly say: (link: LinkPair, item: UpItem) => Promise<void>;
  /** A guardian claims the link of a token, and sends this first. */
  readonly claim: (owner: string, hello: string) => void;
  /** Sends bytes that nobody sealed. */
  readonly forge: (link: LinkPair, bytes: Uint8Array<ArrayBuffer>) => void;
}

type Sent = { token: string; seq: number; bytes: string; wake: boolean };

/** Makes one; guardians' phones take pushes unless `push` says otherwise. */
export function fakeWatchServer(push: "works" | "none" = "works"): FakeWatchServer {
  const down: Sent[] = [];
  const up = new Map<string, { seq: number; bytes: string; at: number }[]>();
  let pushedSeq: number | null = null;
  let version = 0;
  let open = 0;
  let posts = 0;
  const waiting = new Set<() => void>();
  const news = () => {
    version += 1;
    for (const wake of [...waiting]) wake();
  };
  const json = (status: number, body?: unknown) =>
    new Response(body === undefined ? null : JSON.stringify(body), { status });
  const until = (signal: AbortSignal | null | undefined, done?: Set<() => void>) =>
    new Promise<void>((resolve, reject) => {
      open += 1;
      const end = () => {
        open -= 1;
        done?.delete(end);
        resolve();
      };
      done?.add(end);
      signal?.addEventListener("abort", () => {
        open -= 1;
        done?.delete(end);
        reject(new DOMException("Aborted", "AbortError"));
      });
    });
  const receive = (token: string, body: Omit<Sent, "token">) => {
    const known = down.find((one) => one.token === token && one.seq === body.seq);
    if (known !== undefined) return json(known.bytes === body.bytes ? 200 : 409);
    down.push({ token, ...body });
    return json(201);
  };
  const read = async (token: string, query: URLSearchParams, signal?: AbortSignal | null) => {
    const after = Number(query.get("after"));
    const came = () => (up.get(token) ?? []).slice(after + 1);
    const isNews = () => came().length > 0 || query.get("version") !== `${version}`;
    if (Number(query.get("wait")) > 0 && !isNews()) await until(signal, waiting);
    const items = came();
    const owned = { push, brokenSince: null, pushedSeq, timer: null };
    const isEnded = server.health === "link-ended";
    const ended = isEnded ? await endedProof(token) : null;
    const state = isEnded ? "ended" : "claimed";
    const link = { state, version: `${version}`, ended, owned, reached: null };
    return json(200, { items, after: after + items.length, newsBefore: null, now: 0, link });
  };
  const server: FakeWatchServer = {
    health: "works",
    missing: new Set(),
    fetch: async (input, init) => {
      if (init?.method === "POST") posts += 1;
      if (server.health === "off") throw new TypeError("Failed to fetch");
      if (server.health === "hangs") await until(init?.signal);
      if (server.health === "fails") return json(500);
      if (server.health === "hotel") return json(404);
      if (server.health === "link-ended" && init?.method === "POST") return json(410);
      if (server.health === "refuses" && init?.method === "POST") return json(400);
      const token = new Headers(init?.headers).get("Authorization")?.replace("Bearer ", "") ?? "";
      if (server.missing.has(token)) return json(404);
      const url = new URL(String(input), "http://localhost");
      if (init?.method === "POST") return receive(token, JSON.parse(String(init.body)));
      return read(token, url.searchParams, init?.signal);
    },
    open: () => open,
    posts: () => posts,
    acceptPushes: () => {
      pushedSeq = Math.max(-1, ...down.filter(({ wake }) => wake).map(({ seq }) => seq));
      news();
    },
    opened: async ({ guardian, person }) => {
      const mine = down.filter(({ token }) => token === guardian.owner);
      const items = mine.map(({ seq, bytes }) =>
        openDown(person.down, seq, fromBase64url(bytes) ?? new Uint8Array()),
      );
      return (await Promise.all(items)).flatMap((item) => item ?? []);
    },
    reveal: async ({ guardian, person }) => {
      const sent = down.find(({ token, seq }) => token === guardian.owner && seq === REVEAL_SEQ);
      const bytes = sent && fromBase64url(sent.bytes);
      return bytes ? openReveal(person.down, bytes) : null;
    },
    answer: (link, answer, about) => server.say(link, { kind: "answer", answer, about, at: 0 }),
    say: async ({ guardian, person }, item) => {
      const theirs = up.get(guardian.owner) ?? [];
      const seq = theirs.length + 1;
      const bytes = await sealUp(person.up, seq, item);
      up.set(guardian.owner, [...theirs, { seq, bytes: toBase64url(bytes), at: 0 }]);
      news();
    },
    claim: (owner, hello) => {
      up.set(owner, [{ seq: 0, bytes: hello, at: 0 }]);
      news();
    },
    forge: ({ guardian }, bytes) => {
      const theirs = up.get(guardian.owner) ?? [];
      up.set(guardian.owner, [
        ...theirs,
        { seq: theirs.length + 1, bytes: toBase64url(bytes), at: 0 },
      ]);
      news();
    },
  };
  return server;
}
