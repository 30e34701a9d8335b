/** Claims about one part of an emergency's sound: how its chunks are chained, and what a full disk costs. */
import { beforeEach, describe, expect, test, vi } from "vitest";
import { CHAIN_START } from "#store/evidence/evidence-chain.ts";
import { soundLength } from "#store/evidence/media-length.ts";
import { type FakePhone, type FakeTab, fakePhone } from "#test/fake-phone.ts";
import { isUnbroken } from "#test/unbroken.ts";
import { type EvidenceWriter, openPart, type PartPlan } from "./evidence-writer.ts";

let phone: FakePhone;
let tab: FakeTab;
const loud = { level: 0.5 };
let kept: boolean[];

beforeEach(() => {
  phone = fakePhone();
  tab = phone.openTab();
  kept = [];
});

function open(plan: Partial<PartPlan> = {}): EvidenceWriter {
  return openPart({
    devices: tab.devices,
    id: "part-1",
    mimeType: "audio/webm",
    at: 1_000,
    mono: 100,
    gap: null,
    length: Promise.resolve(soundLength()),
    onHeard: () => undefined,
    before: async () => ({ emergencyEventId: "e", part: 1, head: CHAIN_START }),
    onKept: (isKept) => kept.push(isKept),
    ...plan,
  });
}

const second = (text: string) => new Blob([text]);
const textOf = (bytes: ArrayBuffer) => new TextDecoder().decode(bytes);
const stored = () => phone.chunks.map(({ kind, bytes }) => [kind, textOf(bytes)]);
const isWhole = (start = CHAIN_START) => isUnbroken(start, phone.chunks);

/** Adds seconds of sound, one after the other, and ends the part. */
async function record(writer: EvidenceWriter, ...texts: string[]) {
  for (const [index, text] of texts.entries()) {
    writer.add(second(text), 2_000 + index * 1_000, 1_100 + index * 1_000, loud);
  }
  return writer.close();
}

describe("a part", () => {
  test("stores each chunk as a link of one unbroken chain, and says so each time", async () => {
    const row = await record(open(), "one", "two", "three");
    expect(stored()).toEqual([
      ["sound", "one"],
      ["sound", "two"],
      ["sound", "three"],
    ]);
    expect(await isWhole()).toBe(true);
    expect(kept).toEqual([true, true, true]);
    expect(row).toMatchObject({ part: 1, status: "stopped", bytes: 11, duration: 3 });
    expect(row?.head).toBe(phone.chunks.at(-1)?.chain);
    expect(phone.recordings.get("part-1")).toEqual(row);
  });

  test("begins with the sentence about the gap, on the chain of the part before", async () => {
    const head = "a".repeat(64);
    const before = async () => ({ emergencyEventId: "e", part: 3, head });
    const row = await record(open({ gap: "The microphone was taken away.", before }), "on");
    expect(stored()).toEqual([
      ["gap", "The microphone was taken away."],
      ["sound", "on"],
    ]);
    expect(await isWhole(head)).toBe(true);
    expect(row).toMatchObject({ part: 3, previousHead: head, bytes: 2 });
  });

  test("says where no chunk came for seconds, as while the device slept", async () => {
    const writer = open();
    writer.add(second("one"), 2_000, 1_100, loud);
    writer.add(second("two"), 43_000, 2_100, loud);
    // A clock that is set back makes no pause.
    writer.add(second("three"), 4_000, 3_100, loud);
    await writer.close();
    const sentence =
      "No sound reached the app for 41 seconds by the device's clock: the device slept, the app stood still, or the clock was set.";
    const texts = [
      ["sound", "one"],
      ["gap", sentence],
      ["sound", "two"],
      ["sound", "three"],
    ];
    expect(stored()).toEqual(texts);
    expect(await isWhole()).toBe(true);
  });

  test("that holds nothing leaves nothing", async () => {
    expect(await open().close()).toBeNull();
    expect(await open().whole()).toBeNull();
    expect([phone.chunks, [...phone.recordings]]).toEqual([[], []]);
  });

  test("waits in line for what stands before it, and loses no chunk meanwhile", async () => {
    let know: () => void = () => undefined;
    const known = new Promise<void>((resolve) => {
      know = resolve;
    });
    const before = async () => {
      await known;
      return { emergencyEventId: "e", part: 1, head: CHAIN_START };
    };
    const closing = record(open({ before }), "one", "two");
    expect(stored()).toEqual([]);
    know();
    await closing;
    expect(stored().map(([, text]) => text)).toEqual(["one", "two"]);
  });

  test("goes on after a chunk that cannot be read, and says that something was lost", async () => {
    const writer = open();
    const unreadable = { arrayBuffer: () => Promise.reject(new Error("gone")) } as Blob;
    writer.add(second("one"), 2_000, 1_100, loud);
    writer.add(unreadable, 3_000, 2_100, loud);
    writer.add(second("three"), 4_000, 3_100, loud);
    await writer.close();
    expect(stored().map(([, text]) => text)).toEqual(["one", "three"]);
    expect(await isWhole()).toBe(true);
    expect(kept).toEqual([true, false, true]);
  });
});

describe("a full disk", () => {
  test("holds each chunk once, as what was read of it", async () => {
    phone.roomForChunks = 0;
    const writer = open();
    const chunk = second("one");
    const bytes = await chunk.arrayBuffer();
    vi.spyOn(chunk, "arrayBuffer").mockResolvedValue(bytes);
    const used: unknown[] = [];
    vi.stubGlobal(
      "Blob",
      class extends Blob {
        constructor(parts: BlobPart[], options?: BlobPropertyBag) {
          super(parts, options);
          used.push(...parts);
        }
      },
    );
    writer.add(chunk, 2_000, 1_100, loud);
    await writer.whole();
    vi.unstubAllGlobals();
    expect(used).toEqual([bytes]);
  });

  test("leaves the sound in memory, says so, and the whole part can still be saved", async () => {
    phone.roomForChunks = 1;
    const writer = open();
    await record(writer, "one", "two", "three");
    expect(kept).toEqual([true, false, false]);
    expect(writer.tally()).toEqual({ stored: 3, unsaved: 8 });
    expect(stored().map(([, text]) => text)).toEqual(["one"]);
    expect(await (await writer.whole())?.text()).toBe("onetwothree");
  });

  test("takes everything in its order once it has room again", async () => {
    phone.roomForChunks = 1;
    const writer = open();
    writer.add(second("one"), 2_000, 1_100, loud);
    writer.add(second("two"), 3_000, 2_100, loud);
    expect(await (await writer.whole())?.text()).toBe("onetwo");
    phone.roomForChunks = 10;
    writer.add(second("three"), 4_000, 3_100, loud);
    await writer.close();
    expect(stored().map(([, text]) => text)).toEqual(["one", "two", "three"]);
    expect(await isWhole()).toBe(true);
    expect([kept, writer.tally()]).toEqual([[true, false, true], { stored: 11, unsaved: 0 }]);
  });

  test("that has room again at the end takes the rest when the part is closed", async () => {
    phone.roomForChunks = 0;
    const writer = open();
    writer.add(second("one"), 2_000, 1_100, loud);
    await writer.whole();
    phone.roomForChunks = 10;
    expect(await writer.close()).toMatchObject({ status: "stopped" });
    expect(stored()).toEqual([["sound", "one"]]);
    expect(writer.tally()).toEqual({ stored: 3, unsaved: 0 });
  });
});
