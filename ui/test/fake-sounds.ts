/** The server's side of sound copies, in memory: what a test replaces `fetch` by, for the endpoints below `/api/watches/sounds`. */
import { toBase64url } from "#seal/bytes.ts";
import { tokenHash } from "#seal/keys.ts";

interface Stored {
  readonly kind: string;
  readonly seq: number;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly at: number;
}

/** A copy as the server has it. */
export interface FakeCopy {
  readonly under: string;
  readonly writeHash: string;
  readonly readHash: string;
  readonly recovery: { readonly findHash: string; readonly sealedKey: string } | null;
  readonly pieces: Stored[];
}

/** How the server answers: normally, not at all, with a status, or normally with an answer that gets lost. */
type SoundHealth = "works" | "off" | "answers-are-lost" | number;

/** Makes one; what it is not asked for goes to `others`. */
export function fakeSounds(others: typeof fetch = async () => new Response(null, { status: 404 })) {
  const copies: FakeCopy[] = [];
  const seen: string[] = [];
  const answer = (status: number, body?: unknown, more: Record<string, string> = {}) => {
    const headers = { ...more, ...(status >= 400 && { "X-Error-Code": "refused" }) };
    return new Response(body === undefined ? null : JSON.stringify(body), { status, headers });
  };

  function put(copy: FakeCopy | undefined, kind: string, seq: number, bytes: Uint8Array) {
    if (copy === undefined) return answer(404);
    const known = copy.pieces.find((one) => one.kind === kind && one.seq === seq);
    if (known !== undefined) {
      const isSame = toBase64url(known.bytes) === toBase64url(bytes);
      return answer(isSame ? 200 : 409, isSame ? { at: known.at } : undefined);
    }
    copy.pieces.push({ kind, seq, bytes: new Uint8Array(bytes), at: 1_800_000_000 + seq });
    return answer(201, { at: 1_800_000_000 + seq });
  }

  function make(under: string, body: Omit<FakeCopy, "under" | "pieces">) {
    const isKnown = copies.some(({ writeHash }) => writeHash === body.writeHash);
    const isTaken = ({ recovery }: FakeCopy) =>
      body.recovery !== null && recovery?.findHash === body.recovery.findHash;
    if (!isKnown && copies.some(isTaken)) return answer(409);
    if (!isKnown) copies.push({ under, ...body, pieces: [] });
    return answer(201);
  }

  function read(hash: string, { pathname, searchParams }: URL) {
    const copy = copies.find(({ readHash }) => readHash === hash);
    const [, , , , , kind, seq] = pathname.split("/");
    if (pathname.endsWith("/recovery")) {
      const found = copies.find(({ recovery }) => recovery?.findHash === hash);
      return found ? answer(200, { sealedKey: found.recovery?.sealedKey }) : answer(404);
    }
    if (copy === undefined) return answer(404);
    if (kind !== undefined) {
      const piece = copy.pieces.find((one) => one.kind === kind && one.seq === Number(seq));
      return piece ? new Response(piece.bytes) : answer(404);
    }
    const after = Number(searchParams.get("after"));
    const pieces = copy.pieces
      .slice(after + 1)
      .map(({ bytes, ...rest }) => ({ ...rest, size: bytes.length }));
    return answer(200, { pieces, after: copy.pieces.length - 1, now: 1_800_000_000 });
  }

  async function handle(url: URL, init: RequestInit): Promise<Response> {
    const token = new Headers(init.headers).get("Authorization")?.replace("Bearer ", "") ?? "";
    const hash = await tokenHash(token);
    const copy = copies.find(({ writeHash }) => writeHash === hash);
    // Given up before all of it was here.
    if (init.signal?.aborted) throw new TypeError("Failed to fetch");
    if (init.method === "POST") return make(token, JSON.parse(String(init.body)));
    if (init.method === "PUT") {
      const [, , , , , kind = "", seq] = url.pathname.split("/");
      return put(copy, kind, Number(seq), init.body as Uint8Array);
    }
    if (init.method === "DELETE") {
      if (copy === undefined) return answer(404);
      copies.splice(copies.indexOf(copy), 1);
      return answer(204);
    }
    return read(hash, url);
  }

  const server = {
    copies,
    /** Each request, as method and path. */
    seen,
    health: "works" as SoundHealth,
    /** What refusals say of when to ask again. */
    retryAfter: null as string | null,
    fetch: (async (input, init = {}) => {
      const url = new URL(String(input), "https://example.org");
      if (!url.pathname.startsWith("/api/watches/sounds")) return others(input, init);
      if (init.credentials !== "omit") throw new Error("A cookie went along");
      seen.push(`${init.method ?? "GET"} ${url.pathname}`);
      const { health } = server;
      if (health === "off") throw new TypeError("Failed to fetch");
      const { retryAfter } = server;
      const again: Record<string, string> =
        retryAfter === null ? {} : { "Retry-After": retryAfter };
      if (typeof health === "number") return answer(health, undefined, again);
      const response = await handle(url, init);
      if (health === "answers-are-lost") throw new TypeError("Failed to fetch");
      return response;
    }) as typeof fetch,
  };
  return server;
}
