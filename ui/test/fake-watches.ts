/** The server's side of guardian links, in memory: what a test replaces `fetch` by. */
import { endedProof, tokenHash } from "#seal/keys.ts";

interface Item {
  readonly seq: number;
  readonly bytes: string;
  readonly at: number;
}

interface Link {
  readonly claim: string;
  readonly owner: string;
  read: string;
  post: string;
  state: "open" | "claimed" | "ended";
  push: "works" | "none" | "unreachable" | "broken";
  brokenSince: number | null;
  pushedSeq: number | null;
  readonly up: Item[];
  readonly down: Item[];
  /** How many of the items for the guardian are so old that they are kept no more. */
  dropped: number;
}

/** A request as the server sees it. */
interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly credentials: string | undefined;
  readonly token: string | null;
}

/** A server for links; `fetch` takes the place of the browser's. */
export function fakeWatches() {
  const links: Link[] = [];
  const seen: SeenRequest[] = [];
  let isDown = false;
  const waiting: (() => void)[] = [];
  const change = () => {
    for (const wake of waiting.splice(0)) wake();
  };
  const changed = () => new Promise<void>((resolve) => waiting.push(resolve));
  const now = () => Math.floor(Date.now() / 1000);
  const text = (status: number, body = "") =>
    new Response(status === 204 ? null : body, { status });

  function create({ claimHash, ownerHash }: Record<string, string>): Response {
    const none = {
      read: "",
      post: "",
      up: [],
      down: [],
      brokenSince: null,
      pushedSeq: null,
      dropped: 0,
    };
    const [claim, owner] = [`${claimHash}`, `${ownerHash}`];
    links.push({ ...none, claim, owner, state: "open", push: "none" });
    return text(201);
  }

  function claim(link: Link, body: Record<string, string>): Response {
    const [read, post] = [`${body["readHash"]}`, `${body["postHash"]}`];
    if (link.state === "claimed" && link.read === read && link.post === post) return text(200);
    if (link.state !== "open") return text(410, "This link was already used.");
    Object.assign(link, { read, post, state: "claimed" });
    link.up.push({ seq: 0, bytes: `${body["hello"]}`, at: now() });
    return text(201);
  }

  const versionOf = ({ state, push, brokenSince, pushedSeq }: Link) =>
    JSON.stringify([state, push, brokenSince, pushedSeq]);

  async function read(link: Link, token: string, query: URLSearchParams, init: RequestInit) {
    const isOwner = link.owner === (await tokenHash(token));
    const all = () => (isOwner ? link.up : link.down);
    const after = Number(query.get("after"));
    // The first place is 1.
    const items = () => all().slice(Math.max(after, isOwner ? 0 : link.dropped, 0));
    const hasNews = () => items().length > 0 || versionOf(link) !== query.get("version");
    if (Number(query.get("wait")) > 0) {
      const left = new Promise<never>((_, reject) => {
        const end = () => reject(new DOMException("", "AbortError"));
        if (init.signal?.aborted) end();
        else init.signal?.addEventListener("abort", end);
      });
      // Where there is news already nothing waits for it.
      left.catch(() => undefined);
      while (!hasNews()) await Promise.race([changed(), left]);
    }
    const { state, push, brokenSince, pushedSeq } = link;
    const owned = isOwner ? { push, brokenSince, pushedSeq, timer: null } : null;
    const reached = isOwner ? null : { push };
    const came = items();
    const before = all().length - came.length;
    const answer = {
      items: came,
      after: came.length > 0 ? all().length : after,
      newsBefore: isOwner ? null : before,
      now: now(),
    };
    const ended = state === "ended" ? await endedProof(token) : null;
    const known = { state, version: versionOf(link), ended, owned, reached };
    return Response.json({ ...answer, link: known });
  }

  function send(link: Link, isOwner: boolean, { seq, bytes, wake }: Item & { wake: boolean }) {
    if (link.state === "ended") return text(410, "This link has ended.");
    const items = isOwner ? link.down : link.up;
    if (items.some((item) => item.seq === seq)) return text(409, "Another item has this number.");
    items.push({ seq, bytes, at: now() });
    if (wake && link.push === "works") link.pushedSeq = seq;
    return text(201);
  }

  async function handle(url: URL, init: RequestInit): Promise<Response> {
    const method = init.method ?? "GET";
    const header = new Headers(init.headers).get("Authorization");
    const token = header === null ? null : header.replace("Bearer ", "");
    seen.push({ method, path: url.pathname, credentials: init.credentials, token });
    if (isDown) throw new TypeError("Failed to fetch");
    const body = typeof init.body === "string" ? JSON.parse(init.body) : {};
    if (token === null) return create(body);
    const hash = await tokenHash(token);
    const link = links.find((one) => [one.claim, one.owner, one.read, one.post].includes(hash));
    if (link === undefined) return text(404, "This link has ended.");
    const isOwner = link.owner === hash;
    const call = `${method} ${url.pathname}`;
    if (call === "GET /api/watches/items") return read(link, token, url.searchParams, init);
    if (call === "POST /api/watches/claim") return claim(link, body);
    if (call === "POST /api/watches/items") return send(link, isOwner, body);
    if (call === "PUT /api/watches/push") link.push = body.subscription ? "works" : "none";
    if (call === "DELETE /api/watches") link.state = "ended";
    return text(204);
  }

  return {
    links,
    seen,
    /** Without a connection nothing is answered. */
    set isDown(value: boolean) {
      isDown = value;
    },
    /** Changes a link as the server would by itself. */
    alter(at: number, changes: Partial<Link>): void {
      Object.assign(links[at] ?? {}, changes);
      change();
    },
    fetch: async (path: string, init: RequestInit = {}): Promise<Response> => {
      const response = await handle(new URL(path, "https://example.org"), init);
      if (init.method !== undefined && init.method !== "GET") change();
      return response;
    },
  };
}
