/** Claims about a microphone that is handed on while it is open, so that the browser asks the person once. */
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { captureSound, keepMicrophone } from "./audio-capture.ts";
import {
  closeStream,
  isMuted,
  microphonePermission,
  onUnmuted,
  openMicrophone,
} from "./microphone.ts";

/** A stream with one track that can be stopped; its copies are like it. */
function soundStream(): MediaStream {
  const track = {
    readyState: "live",
    stop: () => void Object.assign(track, { readyState: "ended" }),
  };
  return {
    get active() {
      return track.readyState === "live";
    },
    getTracks: () => [track],
    getAudioTracks: () => [],
    clone: soundStream,
  } as unknown as MediaStream;
}

const ask = vi.fn(async () => soundStream());
const events = { said: () => undefined, lost: () => undefined };

/** Web Audio, as far as a capture needs it. */
class FakeContext {
  readonly state = "running";
  readonly audioWorklet = { addModule: async () => undefined };
  readonly createMediaStreamSource = () => ({ connect: () => undefined });
  readonly close = async () => undefined;
}

beforeEach(() => {
  vi.useFakeTimers();
  ask.mockClear();
  vi.stubGlobal("AudioContext", FakeContext);
  vi.stubGlobal(
    "AudioWorkletNode",
    class {
      readonly port = {};
    },
  );
  const values = {
    mediaDevices: { getUserMedia: ask },
    permissions: { query: async () => ({ state: "prompt" }) },
  };
  for (const [name, value] of Object.entries(values)) {
    Object.defineProperty(navigator, name, { configurable: true, value });
    onTestFinished(() => void Reflect.deleteProperty(navigator, name));
  }
});
afterEach(() => {
  // A copy that nobody took would be the next test's.
  vi.runAllTimers();
  vi.useRealTimers();
});

/** Listens with the microphone until the test is over. */
async function listen() {
  const capture = await captureSound(__VOICE_WORKLET__, "name", events);
  onTestFinished(capture.close);
  return capture;
}

test("the next user gets it without a question, though what listened has let go", async () => {
  const { close } = await listen();
  keepMicrophone();
  await close();
  const next = await openMicrophone();
  expect(ask).toHaveBeenCalledOnce();
  vi.runAllTimers();
  expect(next.active).toBe(true);
  closeStream(next);
});

test("it is allowed while it is open, whatever the browser says", async () => {
  expect(await microphonePermission()).toBe("prompt");
  const { close } = await listen();
  expect(await microphonePermission()).toBe("granted");
  await close();
  expect(await microphonePermission()).toBe("prompt");
});

test("it is handed on once: what broke is opened anew", async () => {
  await listen();
  keepMicrophone();
  closeStream(await openMicrophone());
  closeStream(await openMicrophone());
  expect(ask).toHaveBeenCalledTimes(2);
});

test("a copy is closed when nobody takes it within seconds, and when there is a newer one", async () => {
  const [stream, ...copies] = [soundStream(), soundStream(), soundStream()];
  ask.mockResolvedValueOnce(stream);
  vi.spyOn(stream, "clone").mockReturnValueOnce(copies[0]).mockReturnValueOnce(copies[1]);
  await listen();
  keepMicrophone();
  keepMicrophone();
  expect(copies.map(({ active }) => active)).toEqual([false, true]);
  vi.advanceTimersByTime(5_000);
  expect(copies.map(({ active }) => active)).toEqual([false, false]);
  closeStream(await openMicrophone());
  expect(ask).toHaveBeenCalledTimes(2);
});

test("of one that is closed there is no copy", async () => {
  const { close } = await listen();
  await close();
  keepMicrophone();
  closeStream(await openMicrophone());
  expect(ask).toHaveBeenCalledTimes(2);
});

test("a muted stream tells when the device gives its sound again, and when it ends, until nobody listens", () => {
  const track = Object.assign(new EventTarget(), { muted: true });
  const stream = { getAudioTracks: () => [track] } as unknown as MediaStream;
  const heard = vi.fn();
  const stop = onUnmuted(stream, heard);
  expect(isMuted(stream)).toBe(true);
  track.muted = false;
  track.dispatchEvent(new Event("unmute"));
  track.dispatchEvent(new Event("ended"));
  expect(isMuted(stream)).toBe(false);
  expect(heard).toHaveBeenCalledTimes(2);
  stop();
  track.dispatchEvent(new Event("unmute"));
  expect(heard).toHaveBeenCalledTimes(2);
});
