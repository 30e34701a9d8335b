/** Claims about how much sound the bytes of a recording hold. */
import { describe, expect, test } from "vitest";
import { wholesOf } from "#test/chance.ts";
import { joinedBytes, mp4File, wavFile, webmFile } from "#test/sound-files.ts";
import { soundLength } from "./media-length.ts";

/** What is said after each of these chunks. */
function lengthsAfter(...chunks: readonly Uint8Array<ArrayBuffer>[]) {
  const length = soundLength();
  return chunks.map((chunk) => length(chunk.slice().buffer));
}
/** The chunks cut anew, so many bytes each. */
function cut(chunks: readonly Uint8Array<ArrayBuffer>[], size: number) {
  const all = joinedBytes(chunks);
  return Array.from({ length: Math.ceil(all.length / size) }, (_, index) =>
    all.slice(index * size, (index + 1) * size),
  );
}

describe.each([
  ["MP4 with a length for each sample", mp4File({ scale: 48_000, each: true })],
  ["MP4 with one length for all samples of a fragment", mp4File({ scale: 48_000, each: false })],
  ["MP4 whose header has the length of all samples", mp4File({ scale: 44_100, usual: 441 })],
  ["MP4 with a header of the long kind", mp4File({ scale: 1_000, each: true, isLong: true })],
  ["WebM of one open cluster", webmFile({})],
  [
    "WebM of a cluster a second, in ticks of a tenth of a millisecond",
    webmFile({ scale: 100_000, clusterEvery: 1_000 }),
  ],
  [
    "WebM of closed clusters with groups of blocks",
    webmFile({ clusterEvery: 1_000, isClosed: true, inGroups: true }),
  ],
  ["WAV", wavFile()],
])("of %s", (_name, file) => {
  test("the header alone is no sound", () => {
    expect(lengthsAfter(file.header)).toEqual([0]);
    expect(lengthsAfter(file.header.slice(0, 30), file.header.slice(30))).toEqual([0, 0]);
  });

  test("each second of sound counts when it is there", () => {
    const said = lengthsAfter(file.header, file.second(0), file.second(1), file.second(2));
    expect(said.map((ms) => Math.round((ms ?? -1) / 100) * 100)).toEqual([0, 1_000, 2_000, 3_000]);
  });

  test.each([12, 64, 500])("the same is said when it comes %i bytes at a time", (size) => {
    const chunks = [file.header, file.second(0), file.second(1)];
    expect(lengthsAfter(...cut(chunks, size)).at(-1)).toBe(lengthsAfter(...chunks).at(-1));
  });

  test("a second of which the last byte is missing does not count whole", () => {
    const [, whole] = lengthsAfter(file.header, file.second(0));
    const [, cutShort] = lengthsAfter(file.header, file.second(0).slice(0, -1));
    expect(cutShort).toBeLessThan(whole ?? 0);
  });
});

describe("a pause of the recorder in the middle of a file, as while the device slept", () => {
  const rounded = (said: readonly (number | null)[]) =>
    said.map((ms) => Math.round((ms ?? -1) / 100) * 100);

  test.each([
    ["WebM of one open cluster", webmFile({})],
    ["WebM of a cluster a second", webmFile({ clusterEvery: 1_000 })],
  ])("is no sound in a %s, and each second after it counts", (_name, file) => {
    const chunks = [file.header, ...[0, 1, 20, 21, 22].map(file.second)];
    expect(rounded(lengthsAfter(...chunks))).toEqual([0, 1_000, 2_000, 3_000, 4_000, 5_000]);
    // A player goes on through it.
    const length = soundLength(true);
    const said = chunks.map((chunk) => length(chunk.slice().buffer));
    expect(rounded(said)).toEqual([0, 1_000, 2_000, 21_000, 22_000, 23_000]);
  });

  test("is no sound in an MP4 either, where a sample lasts as long", () => {
    const file = mp4File({ scale: 48_000, each: true });
    const said = rounded(lengthsAfter(file.header, file.pausing(75), file.second(76)));
    expect(said).toEqual([0, 1_000, 2_000]);
  });
});

test("fragments without samples are no sound", () => {
  const file = mp4File({ scale: 48_000, each: true });
  expect(lengthsAfter(file.header, file.empty(), file.empty())).toEqual([0, 0, 0]);
});

test("bytes of a format that is not known say nothing", () => {
  expect(lengthsAfter(new TextEncoder().encode("sound of another kind"))).toEqual([null]);
  expect(lengthsAfter(new TextEncoder().encode("one"))).toEqual([null]);
});

test("an MP4 that is not in fragments says nothing before its end", () => {
  const file = mp4File({ scale: 48_000, each: true });
  const samples = Uint8Array.from([0, 0, 0, 12, 0x6d, 0x64, 0x61, 0x74, 1, 2, 3, 4]);
  expect(lengthsAfter(file.header, samples)).toEqual([0, null]);
});

test("bytes that make no sense end the count", () => {
  const file = mp4File({ scale: 48_000, each: true });
  expect(lengthsAfter(file.header, new Uint8Array(200), file.second(0))).toEqual([0, null, null]);
  const webm = webmFile({});
  expect(lengthsAfter(webm.header, new Uint8Array(200), webm.second(0))).toEqual([0, null, null]);
});

test("random bytes neither fail nor hang, and what is said never falls", () => {
  const random = wholesOf(7);
  const files = [mp4File({ scale: 48_000, each: true }), webmFile({}), wavFile()];
  for (let round = 0; round < 600; round += 1) {
    const file = files[round % files.length];
    if (file === undefined) throw new Error("There is no file.");
    const all = joinedBytes([file.header, file.second(0), file.second(1)]);
    for (let count = 0; count < 6; count += 1) all[16 + random(all.length - 16)] = random(256);
    const said = lengthsAfter(...cut([all], 1 + random(400))).map(
      (ms) => ms ?? Number.POSITIVE_INFINITY,
    );
    expect([...said].sort((a, b) => a - b)).toEqual(said);
  }
});
