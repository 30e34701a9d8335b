/** Claims about recorders that give nothing, and about calls that interrupt the sound. */
import { beforeEach, describe, expect, test } from "vitest";
import { type FakePhone, type FakeTab, fakePhone } from "#test/fake-phone.ts";
import { mp4File, webmFile } from "#test/sound-files.ts";
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
async function start(): Promise<RecordingSession> {
  const session = startSession({
    devices: tab.devices,
    isResumed: false,
    mayOpen: async () => true,
    settledId: async () => "e",
    report: (event) => events.push(event),
  });
  await phone.clock.advance(0);
  return session;
}

/** The session's news without the ids of its parts. */
const news = () =>
  events
    .map(({ type }) => type)
    .filter((type) => type !== "evidence-changed" && type !== "sound-written");
const isOn = () => expect.poll(() => tab.microphone.running).toBe(1);
const gaps = () =>
  phone.chunks
    .filter(({ kind }) => kind === "gap")
    .map(({ bytes }) => new TextDecoder().decode(bytes));
/** Speaks for so many seconds. */
async function speakFor(seconds: number) {
  for (let second = 0; second < seconds; second += 1) {
    await isOn();
    await tab.speak("sound");
    await phone.clock.advance(1_000);
  }
}
/** Waits until this many chunks are stored. */
const stored = (count: number) => expect.poll(() => phone.chunks.length).toBe(count);

/** Speaks second after second until a recorder of this kind runs. */
async function speakUntil(type: string) {
  const second = async () => {
    if (tab.recorder.type === type) return type;
    if (tab.microphone.running === 1) await tab.speak("sound");
    await phone.clock.advance(1_000);
    return tab.recorder.type;
  };
  await expect.poll(second, { interval: 1 }).toBe(type);
  await isOn();
}

describe("a recorder that gives only empty chunks", () => {
  test("beside a microphone with sound gives way to the next kind, and at last to one without an encoder", async () => {
    for (const type of ["audio/webm;codecs=opus", "audio/mp4;codecs=opus"]) {
      tab.recorder.emptyTypes.add(type);
    }
    const session = await start();
    await speakFor(2);
    expect(tab.recorder.type).toBe("audio/webm;codecs=opus");
    await speakUntil("audio/mp4;codecs=opus");
    await speakUntil("audio/wav");
    const sounds = () => phone.chunks.filter(({ kind }) => kind === "sound");
    expect(sounds()).toEqual([]);
    await tab.speak("sound");
    await expect.poll(() => sounds().length).toBe(1);
    expect(gaps()[0]).toContain("The recorder gave no data");
    expect(events.at(-1)).toMatchObject({ type: "sound-written", isKept: true });
    await session.stop();
    const mimeTypes = [...phone.recordings.values()].map(({ mimeType }) => mimeType);
    expect(mimeTypes).toContain("audio/wav");
  });

  test("beside a microphone without sound is not blamed", async () => {
    tab.level = 0;
    tab.recorder.emptyTypes.add("audio/webm;codecs=opus");
    const session = await start();
    await speakFor(10);
    expect(tab.recorder.type).toBe("audio/webm;codecs=opus");
    await session.stop();
  });

  test("after it gave sound is started again before another kind is tried", async () => {
    const session = await start();
    await tab.speak("sound");
    await stored(1);
    tab.recorder.emptyTypes.add("audio/webm;codecs=opus");
    await speakUntil("audio/mp4;codecs=opus");
    expect(tab.microphone.opened).toBe(3);
    await session.stop();
  });
});

describe("a recorder that gives a header and then nothing", () => {
  const file = mp4File({ scale: 48_000, each: true });

  test("gives way to the next kind within 3 seconds, and nothing says that sound was recorded or saved", async () => {
    const session = await start();
    await tab.speak(file.header);
    await phone.clock.advance(3_000);
    await isOn();
    expect(tab.recorder.type).toBe("audio/mp4;codecs=opus");
    await session.stop();
    expect(events.filter(({ type }) => type === "sound-written")).toEqual([]);
    const closed = { stored: 0, unsaved: 0, isOffered: true };
    expect(events.at(-1)).toEqual({ type: "recording-stopped", closed });
    expect([...phone.recordings.values()][0]).toMatchObject({ duration: 0 });
  });

  test("or fragments without samples, gives way too", async () => {
    const session = await start();
    await tab.speak(file.header);
    for (let second = 0; second < 3; second += 1) {
      await tab.speak(file.empty());
      await phone.clock.advance(1_000);
    }
    await isOn();
    expect(tab.recorder.type).toBe("audio/mp4;codecs=opus");
    await session.stop();
  });

  test("is no download either when the disk took nothing", async () => {
    phone.roomForChunks = 0;
    const session = await start();
    await tab.speak(file.header);
    await session.stop();
    expect(tab.downloads).toEqual([]);
  });
});

test("a recorder whose sound comes a second after its header is kept, and its length is that of the sound", async () => {
  const file = webmFile({});
  const session = await start();
  await tab.speak(file.header);
  for (let second = 0; second < 6; second += 1) {
    await phone.clock.advance(1_000);
    await tab.speak(file.second(second));
  }
  await stored(7);
  expect(tab.recorder.type).toBe("audio/webm;codecs=opus");
  await session.stop();
  expect(events.filter(({ type }) => type === "sound-written")).toHaveLength(6);
  expect([...phone.recordings.values()][0]).toMatchObject({ duration: 6 });
});

test("a recorder that goes on after the device slept is kept, and the pause is no sound", async () => {
  const file = webmFile({});
  const session = await start();
  await tab.speak(file.header);
  for (const second of [0, 1, 20, 21, 22, 23, 24, 25, 26]) {
    await phone.clock.advance(1_000);
    await tab.speak(file.second(second));
  }
  await stored(10);
  await session.stop();
  expect(gaps()).toEqual([]);
  expect(events.filter(({ type }) => type === "sound-written")).toHaveLength(9);
  expect([...phone.recordings.values()]).toMatchObject([{ duration: 9 }]);
});

test("what reads the sound's length is done without when it does not come in time", async () => {
  Object.assign(tab.devices, { loadSoundLength: () => new Promise<never>(() => undefined) });
  const session = await start();
  await tab.speak("sound");
  await phone.clock.advance(500);
  await stored(1);
  expect(events.at(-1)).toMatchObject({ type: "sound-written", isKept: true });
  await session.stop();
});

test("a system that does not let the page hold its audio session is recorded on all the same", async () => {
  Object.assign(tab.devices, {
    holdAudioSession: () => {
      throw new TypeError("type is not supported");
    },
  });
  const session = await start();
  await tab.speak("sound");
  await stored(1);
  await session.stop();
});

test("a call that comes while a part starts interrupts it once it has started", async () => {
  const { startRecorder } = tab.devices;
  let begin: () => void = () => undefined;
  Object.assign(tab.devices, {
    startRecorder: async (...asked: Parameters<typeof startRecorder>) => {
      await new Promise<void>((resolve) => {
        begin = resolve;
      });
      return startRecorder(...asked);
    },
  });
  const session = await start();
  await tab.interrupt(true);
  begin();
  await expect.poll(news).toEqual(["recording-started", "recording-starting"]);
  await tab.interrupt(false);
  begin();
  await isOn();
  await tab.speak("after");
  await stored(2);
  expect(gaps()).toEqual([expect.stringContaining("The system interrupted the sound")]);
  await session.stop();
});

test("a recorder that does not start gives way to the next kind", async () => {
  const { startRecorder } = tab.devices;
  Object.assign(tab.devices, {
    startRecorder: (...asked: Parameters<typeof startRecorder>) =>
      asked[1].startsWith("audio/webm")
        ? Promise.reject(new Error("no encoder"))
        : startRecorder(...asked),
  });
  const session = await start();
  await phone.clock.advance(2_000);
  await isOn();
  expect(tab.recorder.type).toBe("audio/mp4;codecs=opus");
  expect(news()).toEqual(["recording-failed", "recording-started"]);
  await session.stop();
});

test("a gap says who had the microphone opened again, and when the sound ended, however long closing it took", async () => {
  const { startRecorder } = tab.devices;
  const hanging = { stop: () => new Promise<void>(() => undefined) };
  Object.assign(tab.devices, {
    startRecorder: async (...asked: Parameters<typeof startRecorder>) => ({
      ...(await startRecorder(...asked)),
      ...(tab.microphone.opened === 1 && hanging),
    }),
  });
  const session = await start();
  await tab.speak("before");
  await stored(1);
  session.retry();
  await phone.clock.advance(5_000);
  await expect.poll(() => tab.microphone.opened).toBe(2);
  await stored(2);
  const at = "2026-11-21T10:00:00.000Z";
  expect(gaps()).toEqual([`The microphone was opened again by hand. Interrupted at ${at}.`]);
  await session.stop();
});

test("a call that interrupts the sound is a gap, and recording goes on when it ends", async () => {
  const session = await start();
  await tab.speak("before");
  await stored(1);
  phone.microphoneProblem = "unavailable";
  await tab.interrupt(true);
  await expect.poll(news).toContain("recording-starting");
  await phone.clock.advance(3_000);
  expect(tab.microphone.running).toBe(0);
  phone.microphoneProblem = null;
  // The next try would come five seconds after the last one.
  await tab.interrupt(false);
  await isOn();
  await tab.speak("after");
  await stored(3);
  expect(gaps()).toEqual([expect.stringContaining("The system interrupted the sound")]);
  await session.stop();
});
