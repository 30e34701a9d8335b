/** Claims about keeping an emergency recorded: parts, interruptions, refusals, and several tabs. */
import { beforeEach, describe, expect, test } from "vitest";
import { MicrophoneError } from "#platform/sound/microphone.ts";
import { CHAIN_START } from "#store/evidence/evidence-chain.ts";
import { type FakePhone, type FakeTab, fakePhone } from "#test/fake-phone.ts";
import { isUnbroken } from "#test/unbroken.ts";
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
async function start(on = tab, isResumed = false): Promise<RecordingSession> {
  const session = startSession({
    devices: on.devices,
    isResumed,
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
const textOf = (bytes: ArrayBuffer) => new TextDecoder().decode(bytes);
const gaps = () =>
  phone.chunks.filter(({ kind }) => kind === "gap").map((one) => textOf(one.bytes));
const parts = () => [...phone.recordings.values()].sort((a, b) => a.part - b.part);
/** Waits until this many chunks are stored. */
const stored = (count: number) => expect.poll(() => phone.chunks.length).toBe(count);

describe("a session", () => {
  test("records one part until it is stopped, and says how much there is", async () => {
    const session = await start();
    await tab.speak("x".repeat(2_048));
    await stored(1);
    await session.stop();
    expect(news()).toEqual(["recording-started", "recording-stopped"]);
    expect(events.at(-1)).toEqual({ type: "recording-stopped", closed: saved(2_048) });
    expect(parts()).toMatchObject([{ emergencyEventId: "e", part: 1, status: "stopped" }]);
    expect(tab.microphone).toEqual({ opened: 1, running: 0 });
  });

  test.each(["keepChunk", "keepRecording", "mirrorSound"] as const)(
    "ends in time on a disk that never answers %s, and the next emergency is recorded",
    async (name) => {
      let asked = 0;
      const never = () => {
        asked += 1;
        return new Promise<never>(() => undefined);
      };
      const hanging = { ...tab.devices, [name]: never };
      const session = await start({ ...tab, devices: hanging });
      await tab.speak("sound");
      await expect.poll(() => phone.chunks.length + asked).toBe(1);
      let isOver = false;
      void session.stop().then(() => {
        isOver = true;
      });
      const laterIsOver = async () => {
        await phone.clock.advance(1_000);
        return isOver;
      };
      await expect.poll(laterIsOver, { timeout: 15_000, interval: 1 }).toBe(true);
      expect(events.at(-1)).toMatchObject({ type: "recording-stopped" });
      // What only memory has is handed to the person.
      expect(tab.downloads.length).toBe(name === "keepChunk" ? 1 : 0);
      await start();
      await isOn();
      expect(tab.microphone.opened).toBe(2);
    },
  );

  test("that is stopped before there was any sound says that nothing was saved", async () => {
    const session = await start();
    await session.stop();
    expect(events.at(-1)).toEqual({ type: "recording-stopped", closed: saved(0) });
    expect(parts()).toEqual([]);
  });

  test("of a page that comes after another begins with that", async () => {
    const session = await start(tab, true);
    await stored(1);
    expect(gaps()).toEqual(["An earlier page was closed or left."]);
    await session.stop();
  });

  test("leaves no timer and no listener behind", async () => {
    const session = await start();
    await phone.clock.advance(1_000);
    await session.stop();
    expect([tab.listening("visibility"), phone.clock.waiting()]).toEqual([0, 0]);
  });
});

describe("an interruption", () => {
  test.each([
    ["ended", "The microphone was lost."],
    ["muted", "The microphone was muted."],
    ["failed", "The recorder stopped by itself."],
  ] as const)(
    "that %s begins the next part half a second later, on the same chain",
    async (reason, sentence) => {
      const session = await start();
      await tab.speak("before");
      await stored(1);
      await tab.breakRecorder(reason);
      await expect.poll(news).toEqual(["recording-started", "recording-starting"]);
      await phone.clock.advance(499);
      expect(tab.microphone.opened).toBe(1);
      await phone.clock.advance(1);
      await isOn();
      await tab.speak("after");
      await stored(3);
      expect(gaps()[0]).toMatch(new RegExp(`^${sentence} Interrupted at 2026-11-21T10:00:00`));
      await session.stop();
      expect(parts().map(({ part }) => part)).toEqual([1, 2]);
      const second = phone.chunks.filter((one) => one.recordingId === parts()[1]?.id);
      expect(parts()[1]?.previousHead).toBe(parts()[0]?.head);
      expect(await isUnbroken(parts()[0]?.head ?? "", second)).toBe(true);
      expect(parts()[0]?.previousHead).toBe(CHAIN_START);
    },
  );

  test("before there was any sound is waited out for longer each time", async () => {
    const session = await start();
    for (const ms of [2_000, 5_000, 15_000]) {
      const before = tab.microphone.opened;
      await tab.breakRecorder("ended");
      await expect.poll(() => news().at(-1)).toBe("recording-starting");
      await phone.clock.advance(ms - 1);
      expect(tab.microphone.opened).toBe(before);
      await phone.clock.advance(1);
      await expect.poll(() => tab.microphone.opened).toBe(before + 1);
    }
    await session.stop();
  });

  test("by two seconds of digital silence reopens the microphone at once", async () => {
    const session = await start();
    await tab.speak("before");
    tab.level = 0;
    await phone.clock.advance(2_000);
    expect(tab.microphone.opened).toBe(1);
    await phone.clock.advance(250);
    await expect.poll(() => tab.microphone.opened).toBe(2);
    expect(news()).toEqual(["recording-started", "recording-starting", "recording-started"]);
    await expect.poll(gaps).toEqual([expect.stringContaining("delivered only silence")]);
    await session.stop();
  });

  test("is not assumed while the meter itself gets no sound", async () => {
    Object.assign(tab, { level: 0, isMeterStalled: true });
    const session = await start();
    for (let seconds = 0; seconds < 20; seconds += 1) {
      await tab.speak("sound");
      await phone.clock.advance(1_000);
    }
    await stored(20);
    expect(tab.microphone.opened).toBe(1);
    expect(
      events.filter((event) => event.type === "sound-written" && event.level !== null),
    ).toEqual([]);
    await session.stop();
  });
});

test("a meter that gives no more values makes no sound of what follows, and opens the microphone anew", async () => {
  const session = await start();
  await tab.speak("before");
  await phone.clock.advance(1_000);
  tab.isMeterStalled = true;
  await tab.speak("at the stall");
  for (let seconds = 0; seconds < 9; seconds += 1) {
    await tab.speak("unknown");
    await phone.clock.advance(1_000);
  }
  expect(tab.microphone.opened).toBe(1);
  await phone.clock.advance(1_000);
  await expect.poll(() => tab.microphone.opened).toBe(2);
  const levels = () =>
    events.flatMap((event) => (event.type === "sound-written" ? [event.level] : []));
  await expect.poll(() => levels().length).toBe(11);
  expect(levels().slice(2)).toEqual(Array(9).fill(null));
  await expect.poll(() => tab.microphone.running).toBe(1);
  await tab.speak("after");
  await expect.poll(gaps).toEqual([expect.stringContaining("could not be measured")]);
  await session.stop();
});

describe("a microphone that does not open", () => {
  test("for a reason without words is said to be inaccessible, and anything else not to have begun", async () => {
    for (const [error, reason] of [
      [new MicrophoneError("unavailable", undefined), "Could not access microphone"],
      [new Error("The encoder is missing."), "Could not start audio recording"],
    ] as const) {
      events = [];
      tab.devices.openMicrophone = () => Promise.reject(error);
      const session = await start();
      expect(events[0]).toEqual({ type: "recording-failed", reason });
      await session.stop();
    }
  });

  test.each([
    ["denied", "Microphone access denied. Please enable microphone permissions."],
    ["missing", "No microphone found on this device."],
  ] as const)(
    "because it is %s is named, and tried again only for the person",
    async (problem, reason) => {
      phone.microphoneProblem = problem;
      const session = await start();
      expect(events).toEqual([{ type: "recording-failed", reason }]);
      phone.microphoneProblem = null;
      await phone.clock.advance(600_000);
      expect(tab.microphone.opened).toBe(0);
      session.retry();
      await isOn();
      expect(news().at(-1)).toBe("recording-started");
      await stored(1);
      expect(gaps()).toEqual(["Recording could not begin at once."]);
      await session.stop();
    },
  );

  test("because it is busy is told in the browser's words and tried again ever more slowly", async () => {
    phone.microphoneProblem = "unavailable";
    const session = await start();
    expect(events).toEqual([{ type: "recording-failed", reason: "It is unavailable." }]);
    await phone.clock.advance(500);
    await phone.clock.advance(2_000);
    expect(news()).toHaveLength(3);
    phone.microphoneProblem = null;
    await phone.clock.advance(4_999);
    expect(tab.microphone.opened).toBe(0);
    await phone.clock.advance(1);
    await isOn();
    await session.stop();
  });

  test("does not keep the session from ending", async () => {
    phone.microphoneProblem = "denied";
    const session = await start();
    await session.stop();
    expect(events.at(-1)).toEqual({ type: "recording-stopped", closed: saved(0) });
  });
});

describe("a second tab", () => {
  test("leaves recording to the first, says so, and takes over when that one closes", async () => {
    await start();
    await tab.speak("first");
    await stored(1);
    const other = phone.openTab();
    const inOther: RecorderEvent[] = [];
    const session = startSession({
      devices: other.devices,
      isResumed: true,
      mayOpen: async () => true,
      settledId: async () => "e",
      report: (event) => inOther.push(event),
    });
    await phone.clock.advance(250);
    expect(inOther).toEqual([{ type: "recording-elsewhere" }]);
    expect(other.microphone.opened).toBe(0);
    await tab.close();
    await expect.poll(() => other.microphone.running).toBe(1);
    await stored(2);
    await session.stop();
    expect(parts().map(({ part }) => part)).toEqual([1, 2]);
  });

  test("that is told to stop while it waits records nothing", async () => {
    await start();
    const other = phone.openTab();
    const session = await start(other);
    await session.stop();
    await tab.close();
    expect(other.microphone.opened).toBe(0);
  });
});
