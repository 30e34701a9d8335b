/** The sound of an emergency as a person's phone sends it to a real server, without a browser. */
import { soundLimits } from "#content/sound-limits.ts";
import { type Bytes, toBase64url } from "#seal/bytes.ts";
import { randomBytes, randomToken, SOUND_SECRET_BYTES, soundKeys, tokenHash } from "#seal/keys.ts";
import { findToken, recoveryKey, sealSecret } from "#seal/recovery.ts";
import { type PieceKind, type PieceLink, sealPiece } from "#seal/sound-piece.ts";
import { CHAIN_START, type SealedLink, seal } from "#store/evidence/evidence-chain.ts";

const SECONDS = 12;
/** How many bytes a second has. */
const SECOND_BYTES = 4_000;

/** The links of seconds that began at `begunAt`, with random bytes. */
async function linksFrom(begunAt: number): Promise<SealedLink[]> {
  const links: SealedLink[] = [];
  for (let seq = 0; seq < SECONDS; seq += 1) {
    const bytes = randomBytes(SECOND_BYTES).buffer;
    const mono = (seq + 1) * 1_000;
    const link = { seq, kind: "sound", at: begunAt + mono, mono, bytes } as const;
    links.push(await seal(links.at(-1)?.chain ?? CHAIN_START, link));
  }
  return links;
}

const linkOf = ({ bytes, ...link }: SealedLink): PieceLink => ({
  ...link,
  length: bytes.byteLength,
});

/** What is stored, of whose link, and for which phrase. */
interface StoredPlan {
  readonly origin: string;
  /** The token with which the person's phone sends. */
  readonly owner: string;
  readonly begunAt: number;
  /** The bytes of a recovery phrase that finds it. */
  readonly phrase?: Bytes;
}

/** Stores 12 seconds, of which four are missing, and a piece that was altered; resolves to the secret. */
export async function storeSound({ origin, owner, begunAt, phrase }: StoredPlan): Promise<Bytes> {
  const [secret, write] = [randomBytes(SOUND_SECRET_BYTES), randomToken()];
  const keys = await soundKeys(secret);
  const base = phrase && (await recoveryKey(phrase));
  const place = { period: Math.floor(begunAt / (soundLimits.periodDays * 86_400_000)), number: 0 };
  const recovery = base && {
    findHash: await tokenHash(await findToken(base, place)),
    sealedKey: toBase64url(await sealSecret(base, place, secret)),
  };
  const ask = async (method: string, path: string, token: string, body: BodyInit) => {
    const type = typeof body === "string" ? "application/json" : "application/octet-stream";
    const headers = { Authorization: `Bearer ${token}`, "Content-Type": type };
    const response = await fetch(`${origin}/api/watches/sounds${path}`, { method, headers, body });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  };
  const hashes = { writeHash: await tokenHash(write), readHash: await tokenHash(keys.read) };
  await ask("POST", "", owner, JSON.stringify({ ...hashes, recovery: recovery ?? null }));
  const links = await linksFrom(begunAt);
  const part = {
    id: "part",
    number: 1,
    mimeType: "audio/webm;codecs=opus",
    previousHead: CHAIN_START,
  };
  const put = async (kind: PieceKind, seq: number, of: readonly SealedLink[], change = 0) => {
    const bytes = kind === "sound" ? of.map((one) => new Uint8Array(one.bytes)) : null;
    const sealed = await sealPiece(keys.seal, kind, seq, { part, links: of.map(linkOf), bytes });
    sealed[20] = (sealed[20] ?? 0) ^ change;
    await ask("PUT", `/pieces/${kind}/${seq}`, write, sealed);
  };
  await put("sound", 0, links.slice(0, 4));
  await put("hashes", 0, links.slice(4, 8));
  await put("sound", 1, links.slice(8));
  await put("sound", 2, links.slice(4, 8), 1);
  return secret;
}
