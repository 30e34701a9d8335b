/** Claims about sealed sound: who can open what, and what other releases make of it. */
import { describe, expect, test } from "vitest";
import { joined } from "./bytes.ts";
import { openDown, openUp, sealDown } from "./items.ts";
import { linkKeys, makePair, randomBytes, SOUND_SECRET_BYTES, soundKeys } from "./keys.ts";
import { openGiven, openHeld, type SoundGiven, sealGiven, sealHeld } from "./sound-items.ts";
import { openPiece, type Piece, type PieceLink, sealPiece } from "./sound-piece.ts";

const newKeys = () => soundKeys(randomBytes(SOUND_SECRET_BYTES));
const hex = (digit: string) => digit.repeat(64);

/** A link of so many bytes. */
const linkOf = (seq: number, length: number): PieceLink => ({
  ...{ seq, kind: "sound", at: 1_800_000_000_000 + seq, mono: seq * 1_000 + 0.25, length },
  ...{ sha256: hex("a"), chain: hex("b") },
});
const part = { id: "p1", number: 1, mimeType: "audio/webm", previousHead: hex("0") };

/** A piece with links of so many bytes. */
function pieceOf(...lengths: readonly number[]): Piece {
  const links = lengths.map((length, seq) => linkOf(seq, length));
  return { part, links, bytes: lengths.map(randomBytes) };
}

test("the same secret gives the same keys, and another one others", async () => {
  const secret = randomBytes(SOUND_SECRET_BYTES);
  const [one, same, other] = [await soundKeys(secret), await soundKeys(secret), await newKeys()];
  expect(same.read).toBe(one.read);
  expect(other.read).not.toBe(one.read);
  expect(one.seal.extractable).toBe(false);
  const sealed = await sealPiece(one.seal, "sound", 0, pieceOf(9));
  expect(await openPiece(same.seal, "sound", 0, sealed)).not.toBeNull();
  expect(await openPiece(other.seal, "sound", 0, sealed)).toBeNull();
});

describe("a piece", () => {
  test.each([[[4_000, 4_100, 3_900]], [[0]], [[]], [[1, 2, 3, 500]]])(
    "with links of %j bytes opens to what was sealed",
    async (lengths) => {
      const { seal } = await newKeys();
      const piece = pieceOf(...lengths);
      expect(await openPiece(seal, "sound", 7, await sealPiece(seal, "sound", 7, piece))).toEqual(
        piece,
      );
    },
  );

  test("of hashes has no sound, and is small", async () => {
    const { seal } = await newKeys();
    const piece = { ...pieceOf(4_000, 4_000), bytes: null };
    const sealed = await sealPiece(seal, "hashes", 3, piece);
    expect(sealed.length).toBeLessThan(5_000);
    expect(await openPiece(seal, "hashes", 3, sealed)).toEqual(piece);
  });

  test("has a length in steps of four kibibytes, whatever it holds", async () => {
    const { seal } = await newKeys();
    const lengths = new Set<number>();
    for (let bytes = 0; bytes < 9_000; bytes += 450) {
      lengths.add((await sealPiece(seal, "sound", 0, pieceOf(bytes))).length - 28);
    }
    expect([...lengths]).toEqual([4_096, 8_192, 12_288]);
  });

  test("altered, moved, of another kind or of another emergency does not open", async () => {
    const [mine, other] = [await newKeys(), await newKeys()];
    const sealed = await sealPiece(mine.seal, "sound", 5, pieceOf(300));
    const changed = sealed.map((byte, at) => (at === 2_000 ? byte ^ 1 : byte));
    const attempts = {
      altered: openPiece(mine.seal, "sound", 5, changed),
      "cut off": openPiece(mine.seal, "sound", 5, sealed.slice(0, -1)),
      moved: openPiece(mine.seal, "sound", 6, sealed),
      "as hashes": openPiece(mine.seal, "hashes", 5, sealed),
      "of another emergency": openPiece(other.seal, "sound", 5, sealed),
      nothing: openPiece(mine.seal, "sound", 5, sealed.slice(0, 0)),
    };
    for (const [what, opening] of Object.entries(attempts)) {
      expect([what, await opening]).toEqual([what, null]);
    }
    expect(await openPiece(mine.seal, "sound", 5, sealed)).not.toBeNull();
  });

  test("that says it has more or less sound than it has does not open", async () => {
    const { seal } = await newKeys();
    const { links, bytes } = pieceOf(300);
    for (const length of [9_000, 1]) {
      const said = links.map((link) => ({ ...link, length }));
      const sealed = await sealPiece(seal, "sound", 0, { part, links: said, bytes });
      expect(await openPiece(seal, "sound", 0, sealed)).toBeNull();
    }
  });

  test("under the right key that is none does not open", async () => {
    const { seal } = await newKeys();
    const place = joined(new TextEncoder().encode("soundsound"), new Uint8Array(8));
    const iv = randomBytes(12);
    const bad = [new Uint8Array(4_096).fill(0xff), new Uint8Array(4_096), new Uint8Array(10)];
    for (const bytes of bad) {
      const how = { name: "AES-GCM", iv, additionalData: place };
      const sealed = new Uint8Array(await crypto.subtle.encrypt(how, seal, bytes));
      expect(await openPiece(seal, "sound", 0, joined(iv, sealed))).toBeNull();
    }
  });
});

describe("what goes over a link", () => {
  const link = async () => {
    const keys = await linkKeys(await makePair(), (await makePair()).point, randomBytes(16));
    if (keys === null) throw new Error("No keys");
    return keys;
  };
  const given = (): SoundGiven => ({
    ...{ emergency: "e1", at: 5, isDrill: false },
    secret: randomBytes(SOUND_SECRET_BYTES),
  });

  test("opens on the other side, and only there", async () => {
    const [keys, other] = [await link(), await link()];
    const item = given();
    const sealed = await sealGiven(keys.down, 4, item);
    expect(await openGiven(keys.down, 4, sealed)).toEqual(item);
    expect(await openGiven(keys.down, 5, sealed)).toBeNull();
    expect(await openGiven(other.down, 4, sealed)).toBeNull();
    const held = { about: "e1", until: 7, at: 8 };
    const answer = await sealHeld(keys.up, 2, held);
    expect(await openHeld(keys.up, 2, answer)).toEqual(held);
    expect(await openHeld(keys.up, 3, answer)).toBeNull();
  });

  test("is nothing to a browser that knows no sound, and no other item is taken for it", async () => {
    const keys = await link();
    expect(await openDown(keys.down, 4, await sealGiven(keys.down, 4, given()))).toBeNull();
    const answer = await sealHeld(keys.up, 2, { about: "e1", until: 7, at: 8 });
    expect(await openUp(keys.up, 2, answer)).toBeNull();
    const ended = await sealDown(keys.down, 4, {
      ...{ kind: "ended", emergency: "e1", at: 1, isDrill: false },
    });
    expect(await openGiven(keys.down, 4, ended)).toBeNull();
    expect(await openGiven(keys.down, 4, randomBytes(40))).toBeNull();
  });

  test("without a whole secret is nothing", async () => {
    const keys = await link();
    const short = { ...given(), secret: randomBytes(31) };
    expect(await openGiven(keys.down, 4, await sealGiven(keys.down, 4, short))).toBeNull();
  });
});
