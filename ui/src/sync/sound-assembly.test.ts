/** Claims about putting sound together from pieces: in any order, with pieces missing, and with pieces that are not what they say. */
import { beforeEach, describe, expect, test } from "vitest";
import { soundKeys } from "#seal/keys.ts";
import { openPiece, type PieceKind, sealPiece } from "#seal/sound-piece.ts";
import { chunksOfRecording } from "#store/app-database.ts";
import { soundCopies } from "#store/guardians/sound-copies.ts";
import { fractionsOf } from "#test/chance.ts";
import { RECORDED_AT, recordingOf } from "#test/recorded-sound.ts";
import { soundPhone } from "#test/sound-phone.ts";
import { fileOf, gaps, type Heard, heldUntil, newest, stretches, toFeed } from "./heard-rules.ts";
import { type ReceivedPiece, soundAssembly } from "./sound-assembly.ts";
import { sendSounds } from "./sound-sending.ts";

let phone: Awaited<ReturnType<typeof soundPhone>>;
let key: CryptoKey;
/** What the server has of each emergency. */
let pieces: ReceivedPiece[];

const piecesOf = (at: number): ReceivedPiece[] =>
  (phone.server.copies[at]?.pieces ?? []).map(({ kind, seq, bytes, at: seconds }) => ({
    ...{ kind: kind as PieceKind, seq, bytes, at: seconds * 1_000 },
  }));
const keyOf = async (at: number) =>
  (await soundKeys((await soundCopies.read())[at]?.secret as Uint8Array<ArrayBuffer>)).seal;

async function heard(
  all: readonly ReceivedPiece[],
  others: readonly CryptoKey[] = [],
): Promise<Heard> {
  const assembly = soundAssembly({ own: key, others });
  for (const piece of all) await assembly.add(piece);
  return assembly.read();
}

const seconds = (n: number) => RECORDED_AT + n * 1_000;

beforeEach(async () => {
  phone = await soundPhone();
  await phone.begin();
  await phone.recording.add(10);
  await phone.recording.interrupt();
  await phone.recording.add(9);
  phone.end();
  await sendSounds(phone.page);
  pieces = piecesOf(0);
  key = await keyOf(0);
});

/** The bytes that can be played, part by part. */
const played = (all: Heard): Promise<Uint8Array[]> =>
  Promise.all(stretches(all).map(async (one) => new Uint8Array(await fileOf(one).arrayBuffer())));
const recorded = async (part: number) => {
  const chunks = await chunksOfRecording(`${phone.emergency}-${part}`);
  return new Uint8Array(await new Blob(chunks.map(({ bytes }) => bytes)).arrayBuffer());
};

test("in any order it is, byte for byte, what was recorded", async () => {
  for (let seed = 1; seed <= 5; seed += 1) {
    const random = fractionsOf(seed * 7_919);
    const mixed = [...pieces].sort(() => random() - 0.5);
    const all = await heard(mixed);
    expect(all.refused).toEqual([]);
    expect(await played(all)).toEqual([await recorded(1), await recorded(2)]);
    expect(gaps(all)).toEqual([]);
    expect(heldUntil(all)).toBe(seconds(18));
    expect(newest(all)?.at).toBe(seconds(18));
  }
});

/** The pieces without the sound that begins with this second. */
async function without(second: number): Promise<ReceivedPiece[]> {
  const kept: ReceivedPiece[] = [];
  for (const piece of pieces) {
    const opened = await openPiece(key, piece.kind, piece.seq, piece.bytes);
    if (piece.kind !== "sound" || opened?.links[0]?.at !== seconds(second)) kept.push(piece);
  }
  return kept;
}

test("what is missing is a gap, and nothing behind it is said to be here without one", async () => {
  const first = await without(4);
  expect(first.length).toBe(pieces.length - 1);
  const all = await heard(first);
  expect(gaps(all)).toEqual([{ from: seconds(3), to: seconds(8) }]);
  expect(heldUntil(all)).toBe(seconds(3));
  expect(newest(all)?.at).toBe(seconds(18));
  expect(stretches(all).map(({ links }) => links.length)).toEqual([4, 9]);
  // That there was more is known from its hashes.
  expect(gaps(await heard(await without(18)))).toEqual([{ from: seconds(17), to: seconds(18) }]);
});

test("what is missing at the end or the beginning of a part is missing between two parts, known or not", async () => {
  const sounds = (all: readonly ReceivedPiece[]) => all.filter(({ kind }) => kind === "sound");
  for (const known of [await without(8), sounds(await without(8))]) {
    const all = await heard(known);
    expect(heldUntil(all)).toBe(seconds(7));
    expect(gaps(all)[0]?.from).toBe(seconds(7));
  }
  for (const known of [await without(10), sounds(await without(10))]) {
    const all = await heard(known);
    expect(heldUntil(all)).toBe(seconds(9));
    expect(gaps(all)).toEqual([{ from: seconds(9), to: seconds(14) }]);
  }
});

test("hashes alone let nobody hear anything, and hold what comes later to them", async () => {
  const all = await heard(pieces.filter(({ kind }) => kind === "hashes"));
  expect(all.parts.length).toBeGreaterThan(0);
  expect([newest(all), heldUntil(all), stretches(all)]).toEqual([null, null, []]);
});

test("a player of the newest sound gets the head, the last seconds, and then what is new", async () => {
  const isLast = ({ seq, kind }: ReceivedPiece) =>
    kind === "sound" &&
    seq === Math.max(...pieces.filter((one) => one.kind === "sound").map((one) => one.seq));
  const some = await heard(pieces.filter((piece) => !isLast(piece)));
  const fed = (...given: Parameters<typeof toFeed>) =>
    toFeed(...given)?.fed.map(({ link, how }) => `${link.seq} ${how}`);
  const begun = toFeed(some, null, 3);
  expect(fed(some, null, 3)).toEqual(["0 begins", "6 after a gap", "7 follows", "8 follows"]);
  expect(fed(some, begun?.cursor ?? null, 3)).toEqual([]);
  const rest = ["5 follows", "6 follows", "7 follows", "8 follows"];
  expect(fed(some, { part: 2, seq: 4 }, 3)).toEqual(rest);
  // Another part begins a file of its own.
  expect(fed(some, { part: 1, seq: 9 }, 3)?.[0]).toBe("0 begins");
  expect(toFeed({ parts: [] }, null, 3)).toBeNull();
});

describe("a piece that is not what it says is refused and named, and the rest is heard", () => {
  /** The flaws when one piece of sound is replaced by what `change` makes of it. */
  const flaws = async (
    change: (piece: ReceivedPiece) => ReceivedPiece | Promise<ReceivedPiece>,
    others: readonly CryptoKey[] = [],
  ) => {
    const at = pieces.findLastIndex(({ kind }) => kind === "sound");
    const changed = await change(pieces[at] as ReceivedPiece);
    const all = await heard([...pieces.filter((_, index) => index !== at), changed], others);
    expect(stretches(all).length).toBeGreaterThan(0);
    return all.refused.map(({ flaw }) => flaw);
  };

  test("altered in any place", async () => {
    for (const share of [0, 0.001, 0.3, 0.999]) {
      const altered = ({ bytes, ...rest }: ReceivedPiece) => {
        const at = Math.floor(share * bytes.length);
        return { ...rest, bytes: bytes.map((byte, index) => (index === at ? byte ^ 1 : byte)) };
      };
      expect(await flaws(altered)).toEqual(["altered"]);
    }
    expect(await flaws((piece) => ({ ...piece, bytes: piece.bytes.slice(0, 50) }))).toEqual([
      "altered",
    ]);
  });

  test("moved to another number", async () => {
    expect(await flaws((piece) => ({ ...piece, seq: piece.seq + 40 }))).toEqual(["moved"]);
  });

  test("another piece once more", async () => {
    const [first] = pieces.filter(({ kind }) => kind === "sound");
    expect(await flaws(({ seq }) => ({ ...(first as ReceivedPiece), seq }))).toEqual(["repeated"]);
  });

  test("of another emergency", async () => {
    const second = recordingOf(`${phone.emergency}-2`);
    await phone.begin(`${phone.emergency}-2`);
    await second.add(4);
    await sendSounds(phone.page);
    const [foreign] = piecesOf(1);
    const other = await keyOf(1);
    expect(await flaws(() => foreign as ReceivedPiece, [other])).toEqual(["of another emergency"]);
  });

  test("with a second that was changed before it was sealed", async () => {
    const resealed = async (piece: ReceivedPiece, isDigestToo: boolean) => {
      const { kind, seq } = piece;
      const opened = await openPiece(key, kind, seq, piece.bytes);
      if (opened === null) throw new Error("Does not open");
      const { part, links, bytes } = opened;
      const changed = (bytes ?? []).map((one, at) =>
        at === 0 ? one.map((byte) => byte ^ 1) : one,
      );
      const digest = new Uint8Array(
        await crypto.subtle.digest("SHA-256", changed[0] as BufferSource),
      );
      const hex = [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("");
      const said = links.map((link, at) =>
        isDigestToo && at === 0 ? { ...link, sha256: hex } : link,
      );
      const sealed = await sealPiece(key, kind, seq, { part, links: said, bytes: changed });
      return { ...piece, bytes: sealed };
    };
    expect(await flaws((piece) => resealed(piece, false))).toEqual(["does not fit the chain"]);
    expect(await flaws((piece) => resealed(piece, true))).toEqual(["does not fit the chain"]);
  });
});
