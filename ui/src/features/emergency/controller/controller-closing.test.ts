/** Claims about an emergency that begins while the recording of the one before it is still being closed. */
import { beforeEach, describe, expect, test, vi } from "vitest";
import { recordingLimits } from "#content/limits.ts";
import { type EmergencyApp, ownPin, startApp } from "#test/emergency-app.ts";
import { type FakePhone, fakePhone } from "#test/fake-phone.ts";

let phone: FakePhone;
let app: EmergencyApp;

const advance = (ms: number) => phone.clock.advance(ms);
const state = () => app.controller.getState();
const isOn = () => expect.poll(() => state().recording.phase).toBe("on");

/** Triggers, and waits until the recorder runs. */
async function begin() {
  app.trigger();
  await advance(0);
  await isOn();
}
/** Says something that the disk takes or not. */
async function speak(words: string) {
  const count = state().sound?.count ?? 0;
  await app.tab.speak(words);
  await expect.poll(() => state().sound?.count).toBe(count + 1);
}
const end = () => app.controller.submitPin("lockScreen", ownPin, false);
const closed = () => state().ended?.closed ?? null;
/** Waits for what is said at the end. */
const said = (stored: number, unsaved: number) =>
  expect.poll(closed).toEqual({ stored, unsaved, isOffered: true });

beforeEach(async () => {
  phone = fakePhone();
  app = await startApp(phone);
});

describe("the sound of the first one that the disk did not take", () => {
  /** Lets the person choose a place for each file for as long as they like. */
  const choosing = () => {
    const { downloadFiles } = app.tab.devices;
    const chosen: (() => void)[] = [];
    const asked: typeof downloadFiles = async (...files) => {
      await new Promise<void>((resolve) => chosen.push(resolve));
      return downloadFiles(...files);
    };
    Object.assign(app.tab.devices, { downloadFiles: asked });
    return () => {
      for (const choose of chosen.splice(0)) choose();
    };
  };

  test("is told at the end of the second one", async () => {
    const choose = choosing();
    phone.roomForChunks = 0;
    await begin();
    await speak("lost");
    await end();
    await advance(1_000);
    phone.roomForChunks = 1;
    await begin();
    await speak("kept");
    phone.roomForChunks = 0;
    choose();
    await advance(1_000);
    expect([state().ended, closed()]).toEqual([null, null]);
    await end();
    const chosen = () => {
      choose();
      return closed();
    };
    await expect.poll(chosen).toEqual({ stored: 4, unsaved: 4, isOffered: true });
    expect(app.tab.downloads.at(-1)?.blob.size).toBe(4);
  });

  test("gets onto the disk where that has room at the end of the second one", async () => {
    choosing();
    phone.roomForChunks = 0;
    await begin();
    await speak("first");
    await end();
    await advance(1_000);
    phone.roomForChunks = 9;
    await begin();
    await speak("second");
    await end();
    await said(6, 0);
    expect(phone.chunks.map(({ bytes }) => bytes.byteLength)).toEqual([6, 5]);
  });

  test("is not told again where it was told before the second one began", async () => {
    phone.roomForChunks = 0;
    await begin();
    await speak("lost");
    await end();
    await said(0, 4);
    phone.roomForChunks = 9;
    await begin();
    await speak("kept");
    await end();
    await said(4, 0);
  });
});

test("whatever hangs at the end of the first one, the second one is recorded, and no other tab is blamed for it", async () => {
  await begin();
  await speak("first");
  Object.assign(app.tab.devices, { mirrorSound: () => new Promise(() => undefined) });
  await end();
  await advance(300);
  app.trigger();
  await advance(300);
  expect(state().recording.phase).toBe("starting");
  await advance(1_000);
  await isOn();
  expect(state().emergency).not.toBeNull();
});

test("a second one without sound does not call that of the first one its own", async () => {
  await begin();
  await speak("first");
  Object.assign(app.tab.devices, { mirrorSound: () => new Promise(() => undefined) });
  await end();
  phone.microphoneProblem = "denied";
  app.trigger();
  await advance(1_500);
  await expect.poll(() => state().recording.phase).toBe("failed");
  await end();
  await said(0, 0);
});

describe("sound that no file was made of at the end", () => {
  /** An emergency whose sound the disk does not take, and whose end the browser gives no file: a share sheet was closed. */
  async function refused(kind: "real" | "test" = "real") {
    const { downloadFiles } = app.tab.devices;
    const refuse = () => Promise.reject(new DOMException("Closed.", "AbortError"));
    Object.assign(app.tab.devices, { downloadFiles: refuse });
    phone.roomForChunks = 0;
    app.trigger(kind);
    await advance(0);
    await isOn();
    await speak("lost");
    await end();
    await expect.poll(closed).toEqual({ stored: 0, unsaved: 4, isOffered: false });
    Object.assign(app.tab.devices, { downloadFiles });
  }
  const save = () => app.controller.saveSoundAtRisk();
  const saved = () => Promise.all(app.tab.downloads.map(({ blob }) => blob.text()));

  test("can be saved on the screen after it, as often as the person taps, and with no wait after the tap", async () => {
    await refused();
    Object.assign(app.tab.devices, { originalSound: () => new Promise(() => undefined) });
    expect([await save(), await save()]).toEqual([true, true]);
    expect(await saved()).toEqual(["lost", "lost"]);
    Object.assign(app.tab.devices, { downloadFiles: () => Promise.reject(new Error("No.")) });
    expect(await save()).toBe(false);
  });

  test("can still be saved when that screen was left alone", async () => {
    await refused();
    app.controller.report({ type: "end-hidden", emergencyId: state().ended?.id ?? "" });
    expect([await save(), await saved()]).toEqual([true, ["lost"]]);
  });

  test("is let go when the person has left that screen", async () => {
    await refused();
    app.controller.report({ type: "end-seen", emergencyId: state().ended?.id ?? "" });
    expect([state().ended, await save(), await saved()]).toEqual([null, false, []]);
  });

  test("is let go at once where no screen offers it", async () => {
    await refused("test");
    expect([state().ended?.isShown, await save(), await saved()]).toEqual([false, false, []]);
  });

  test("is let go where the person had left the screen before it was known", async () => {
    phone.roomForChunks = 0;
    let refuse: (reason: Error) => void = () => undefined;
    const choosing = new Promise<void>((_, reject) => {
      refuse = reject;
    });
    const { downloadFiles } = app.tab.devices;
    Object.assign(app.tab.devices, { downloadFiles: () => choosing });
    await begin();
    await speak("lost");
    await end();
    await advance(6_000);
    app.controller.report({ type: "end-seen", emergencyId: state().ended?.id ?? "" });
    refuse(new DOMException("Closed.", "AbortError"));
    await expect.poll(closed).toMatchObject({ isOffered: false });
    Object.assign(app.tab.devices, { downloadFiles });
    expect([await save(), await saved()]).toEqual([false, []]);
  });

  test("is taken over by the next emergency, whose disk may take it", async () => {
    await refused();
    phone.roomForChunks = 9;
    await begin();
    await speak("kept");
    const sounds = () => phone.chunks.map(({ bytes }) => new TextDecoder().decode(bytes)).sort();
    await expect.poll(sounds).toEqual(["kept", "lost"]);
    await expect.poll(() => state().isSoundAtRisk).toBe(false);
    await end();
    await said(4, 0);
    expect(await save()).toBe(false);
  });

  test("is offered with that of the next emergency where the disk takes neither", async () => {
    await refused();
    await begin();
    await speak("again");
    await end();
    await said(0, 9);
    expect(app.tab.downloads.map(({ name }) => name.slice(-4))).toEqual([".zip"]);
  });
});

/** The browser asks for the microphone until the person allows it; returns how they do, and the streams that were closed. */
function asking() {
  const { openMicrophone } = app.tab.devices;
  const closed: MediaStream[] = [];
  let allow: () => void = () => undefined;
  const allowed = new Promise<void>((resolve) => {
    allow = resolve;
  });
  Object.assign(app.tab.devices, {
    openMicrophone: () => allowed.then(openMicrophone),
    closeStream: (stream: MediaStream) => closed.push(stream),
  });
  return { allow, closed };
}

test("an end does not wait for the answer to the question for the microphone, which opens nothing after it", async () => {
  const left = vi.fn();
  Object.assign(app.tab.devices, { leaveMicrophone: left });
  const { allow, closed: streams } = asking();
  app.trigger();
  await advance(0);
  await end();
  await said(0, 0);
  expect(state().recording.phase).toBe("off");
  expect(left).toHaveBeenCalledTimes(1);
  allow();
  await expect.poll(() => streams.length).toBe(1);
  expect(app.tab.microphone).toEqual({ opened: 1, running: 0 });
  expect(state().recording.phase).toBe("off");
});

test("the second one has the server's number, although the first one's microphone opened only after its end", async () => {
  phone.number = "A number.";
  const { allow } = asking();
  app.trigger();
  await advance(0);
  await end();
  await advance(0);
  app.trigger();
  await advance(0);
  allow();
  await isOn();
  await speak("second");
  await advance(recordingLimits.numberAfterMs);
  await expect.poll(() => phone.chunks.map(({ kind }) => kind)).toEqual(["sound", "gap"]);
});
