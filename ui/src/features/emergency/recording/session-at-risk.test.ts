/** Claims about sound that the disk would not take while an emergency was recorded. */
import { beforeEach, describe, expect, test } from "vitest";
import { entriesOf } from "#test/archive.ts";
import { type FakePhone, type FakeTab, fakePhone } from "#test/fake-phone.ts";
import type { RecorderEvent } from "../machine/state.ts";
import { type RecordingSession, startSession } from "./session.ts";

let phone: FakePhone;
let tab: FakeTab;
let events: RecorderEvent[];

beforeEach(() => {
  phone = fakePhone();
  tab = phone.openTab();
  events = [];
});

/** Starts a session and lets it settle. */
async function start(on = tab): Promise<RecordingSession> {
  const session = startSession({
    devices: on.devices,
    isResumed: false,
    mayOpen: async () => true,
    settledId: async () => "e",
    report: (event) => events.push(event),
  });
  await phone.clock.advance(0);
  return session;
}

const saved = (stored: number) => ({ stored, unsaved: 0, isOffered: true });

/** The session's news without the ids of its parts. */
const news = () =>
  events
    .map(({ type }) => type)
    .filter((type) => type !== "evidence-changed" && type !== "sound-written");
const isOn = () => expect.poll(() => tab.microphone.running).toBe(1);
const textsOf = (blobs: readonly Blob[]) => Promise.all(blobs.map((blob) => blob.text()));
/** Waits until this many chunks are stored. */
const stored = (count: number) => expect.poll(() => phone.chunks.length).toBe(count);

describe("sound that the disk does not take", () => {
  test("is reported, can be saved meanwhile, and goes to the downloads at the end", async () => {
    phone.roomForChunks = 1;
    const session = await start();
    await tab.speak("kept ");
    await stored(1);
    expect(await session.soundAtRisk()).toEqual([]);
    await tab.speak("lost");
    await expect.poll(() => events.at(-1)).toMatchObject({ type: "sound-written", isKept: false });
    expect(await textsOf(await session.soundAtRisk())).toEqual(["kept lost"]);
    await session.stop();
    expect(tab.downloads.map(({ name }) => name)).toEqual(["export-2026-11-21T10:00:00.000Z.webm"]);
    expect(await tab.downloads[0]?.blob.text()).toBe("kept lost");
    const closed = { stored: 5, unsaved: 4, isOffered: true };
    expect(events.at(-1)).toEqual({ type: "recording-stopped", closed });
  });

  test("in no chunk is told as unsaved: a download that was offered is no place where it is stored", async () => {
    phone.roomForChunks = 0;
    const session = await start();
    await tab.speak("x".repeat(20_480));
    await expect.poll(() => events.at(-1)).toMatchObject({ type: "sound-written", isKept: false });
    await session.stop();
    expect(tab.downloads).toHaveLength(1);
    const closed = { stored: 0, unsaved: 20_480, isOffered: true };
    expect(events.at(-1)).toEqual({ type: "recording-stopped", closed });
  });

  test("of a part before an interruption is offered too, and counted", async () => {
    phone.roomForChunks = 0;
    const session = await start();
    await tab.speak("before");
    await expect.poll(() => events.at(-1)).toMatchObject({ type: "sound-written" });
    await tab.breakRecorder("muted");
    await expect.poll(news).toEqual(["recording-started", "recording-starting"]);
    await phone.clock.advance(500);
    await isOn();
    await tab.speak("after");
    await expect.poll(async () => (await textsOf(await session.soundAtRisk())).length).toBe(2);
    await session.stop();
    expect(tab.downloads.map(({ name }) => name)).toEqual(["export-2026-11-21T10:00:00.500Z.zip"]);
    const [archive] = tab.downloads;
    expect(await entriesOf(archive?.blob ?? new Blob())).toEqual([
      ["export-2026-11-21T10:00:00.500Z-1.webm", "before"],
      ["export-2026-11-21T10:00:00.500Z-2.webm", "after"],
    ]);
    const closed = { stored: 0, unsaved: 11, isOffered: true };
    expect(events.at(-1)).toEqual({ type: "recording-stopped", closed });
  });

  test("of a part before an interruption is stored at the end when there is room again", async () => {
    phone.roomForChunks = 0;
    const session = await start();
    await tab.speak("before");
    await expect.poll(() => events.at(-1)).toMatchObject({ type: "sound-written" });
    await tab.breakRecorder("muted");
    await expect.poll(news).toEqual(["recording-started", "recording-starting"]);
    phone.roomForChunks = 10;
    await session.stop();
    expect([phone.chunks.length, tab.downloads.length]).toEqual([1, 0]);
    expect(events.at(-1)).toEqual({ type: "recording-stopped", closed: saved(6) });
  });

  test("is not said to be offered when the browser could not be asked to keep it", async () => {
    phone.roomForChunks = 0;
    Object.assign(tab.devices, { downloadFiles: () => Promise.reject(new Error("not readable")) });
    const session = await start();
    await tab.speak("lost");
    await session.stop();
    expect(events.at(-1)).toMatchObject({ closed: { unsaved: 4, isOffered: false } });
  });

  test.each([true, false])(
    "is neither said to be kept nor lost while the person chooses where to keep it; then it is said (%s)",
    async (isKept) => {
      phone.roomForChunks = 0;
      let choose: (isKept: boolean) => void = () => undefined;
      const chosen = new Promise<void>((resolve, reject) => {
        choose = (kept) => (kept ? resolve() : reject(new DOMException("", "AbortError")));
      });
      Object.assign(tab.devices, { downloadFiles: () => chosen });
      const session = await start();
      await tab.speak("lost");
      const stopped = session.stop();
      await expect
        .poll(async () => {
          await phone.clock.advance(1_000);
          return news().at(-1);
        })
        .toBe("recording-stopped");
      const closed = { stored: 0, unsaved: 4 };
      expect(events.at(-1)).toMatchObject({ closed: { ...closed, isOffered: null } });
      await phone.clock.advance(600_000);
      expect(news()).toEqual(["recording-started", "recording-stopped"]);
      choose(isKept);
      await stopped;
      expect(events.at(-1)).toMatchObject({ closed: { ...closed, isOffered: isKept } });
    },
  );

  test("that waits behind a disk which hangs is in the download too", async () => {
    const session = await start({
      ...tab,
      devices: { ...tab.devices, keepChunk: () => new Promise<never>(() => undefined) },
    });
    await tab.speak("one");
    await tab.speak("two");
    let isOver = false;
    void session.stop().then(() => {
      isOver = true;
    });
    await expect
      .poll(async () => {
        await phone.clock.advance(1_000);
        return isOver;
      })
      .toBe(true);
    expect(await textsOf(tab.downloads.map(({ blob }) => blob))).toEqual(["onetwo"]);
    expect(events.at(-1)).toMatchObject({ closed: { stored: 0, unsaved: 6 } });
  });
});

describe("sound of an earlier part that the disk did not take", () => {
  const full = () => Promise.reject(new DOMException("No room.", "QuotaExceededError"));
  /** Whether a row is that of the first part. */
  const isFirst = ({ id }: { readonly id: string }) =>
    events.find((event) => event.type === "recording-started")?.id === id;
  /** A first part of which the disk takes nothing, and the beginning of a second one. */
  async function interrupted(): Promise<RecordingSession> {
    const { keepRecording } = tab.devices;
    Object.assign(tab.devices, {
      keepRecording: async (row: Parameters<typeof keepRecording>[0]) =>
        phone.roomForChunks > 0 ? keepRecording(row) : full(),
    });
    phone.roomForChunks = 0;
    const session = await start();
    await tab.speak("attack");
    await expect.poll(() => events.at(-1)).toMatchObject({ type: "sound-written", isKept: false });
    await tab.breakRecorder("muted");
    await expect.poll(news).toEqual(["recording-started", "recording-starting"]);
    await phone.clock.advance(500);
    await isOn();
    return session;
  }
  const textOf = (bytes: ArrayBuffer) => new TextDecoder().decode(bytes);
  /** What is stored, in the order of the alphabet: nothing says which is written first. */
  const sounds = () => {
    const found = phone.chunks.filter(({ kind }) => kind === "sound");
    return found.map(({ bytes }) => textOf(bytes)).sort();
  };
  const risks = () =>
    events.flatMap((event) => (event.type === "risk-changed" ? [event.isAtRisk] : []));
  const isPresentKept = () =>
    events.flatMap((event) => ("isKept" in event ? [event.isKept] : [])).at(-1);

  test("is stored as soon as the disk takes something of the next one, and told until it is", async () => {
    const session = await interrupted();
    phone.roomForChunks = 9;
    await tab.speak("after");
    await expect.poll(sounds).toEqual(["after", "attack"]);
    await expect.poll(risks).toEqual([true, false]);
    const told = events.findIndex(({ type }) => type === "risk-changed");
    const kept = events.findIndex((event) => "isKept" in event && event.isKept);
    expect(told).toBeLessThan(kept);
    expect(await session.soundAtRisk()).toEqual([]);
    await session.stop();
    expect([tab.downloads.length, events.at(-1)]).toMatchObject([0, { closed: saved(11) }]);
  });

  test("is told as long as the disk does not take it, and the present sound is not called unsaved for it", async () => {
    const { keepChunk, keepRecording } = tab.devices;
    Object.assign(tab.devices, {
      keepChunk: (...link: Parameters<typeof keepChunk>) =>
        isFirst(link[0]) ? full() : keepChunk(...link),
      keepRecording: (row: Parameters<typeof keepRecording>[0]) =>
        isFirst(row) ? full() : keepRecording(row),
    });
    const session = await interrupted();
    phone.roomForChunks = 9;
    for (const words of ["after", "later"]) await tab.speak(words);
    await expect.poll(sounds).toEqual(["after", "later"]);
    expect([risks(), isPresentKept()]).toEqual([[true], true]);
    expect(await textsOf(await session.soundAtRisk())).toEqual(["attack"]);
    await session.stop();
    expect(events.at(-1)).toMatchObject({ closed: { stored: 10, unsaved: 6 } });
  });

  test("holds up no second of the present part", async () => {
    const { keepChunk } = tab.devices;
    const session = await interrupted();
    phone.roomForChunks = 9;
    Object.assign(tab.devices, {
      keepChunk: (...link: Parameters<typeof keepChunk>) =>
        isFirst(link[0]) ? new Promise(() => undefined) : keepChunk(...link),
    });
    for (const words of ["1", "2", "3"]) await tab.speak(words);
    await expect.poll(sounds).toEqual(["1", "2", "3"]);
    expect([risks(), isPresentKept()]).toEqual([[true], true]);
    void session.stop();
  });

  test("has a number of its own, before those of later parts", async () => {
    const session = await interrupted();
    phone.roomForChunks = 9;
    await tab.speak("after");
    await expect.poll(sounds).toEqual(["after", "attack"]);
    await session.stop();
    const resumed = startSession({
      devices: tab.devices,
      isResumed: true,
      mayOpen: async () => true,
      settledId: async () => "e",
      report: (event) => events.push(event),
    });
    await phone.clock.advance(0);
    await tab.speak("later");
    await expect.poll(sounds).toEqual(["after", "attack", "later"]);
    await resumed.stop();
    const numbers = new Map([...phone.recordings.values()].map(({ id, part }) => [id, part]));
    const ofSounds = phone.chunks.filter(({ kind }) => kind === "sound");
    const inOrder = ofSounds.map(({ recordingId, bytes }) => [
      numbers.get(recordingId),
      textOf(bytes),
    ]);
    expect(inOrder.sort()).toEqual([
      [1, "attack"],
      [2, "after"],
      [3, "later"],
    ]);
  });
});
