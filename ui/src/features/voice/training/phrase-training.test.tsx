/** Claims about a training that is left, and about one whose phrase is not stored. */
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test, vi } from "vitest";
import { currentToasts } from "#components/toast/toast-store.ts";
import { messageText, saveMessages } from "#content/messages.ts";
import { isMicrophoneTaken } from "#platform/sound/microphone.ts";
import { readVoicePhrase, writeVoicePhrase } from "#store/settings/voice-phrase.ts";
import { fillDisk } from "#test/full-disk.ts";
import { SAMPLE_RATE } from "../spotter/mfcc.ts";
import { joined, quiet, say } from "../spotter/synthetic-voice.ts";
import { PhraseTraining } from "./phrase-training.tsx";

/** How long judging a phrase may take: a second or two of computing, and many times as long on a busy machine. */
const JUDGING_MS = 100_000;
vi.setConfig({ testTimeout: JUDGING_MS + 20_000 });

/** A microphone that opens at once, or when the test says so, and whose worklet says these samples, one after another. */
function stubMicrophone(heard: readonly Float32Array[] = []) {
  const left = [...heard];
  const stop = vi.fn();
  const close = vi.fn(async () => undefined);
  const track = Object.assign(new EventTarget(), { stop, muted: false });
  let open: () => void = () => undefined;
  const opened = new Promise((resolve) => {
    open = () => resolve({ getTracks: () => [track], getAudioTracks: () => [track] });
  });
  const getUserMedia = vi.fn(() => opened);
  vi.stubGlobal(
    "AudioContext",
    class {
      readonly state = "running";
      readonly audioWorklet = { addModule: async () => undefined };
      readonly close = close;
      readonly createMediaStreamSource = () => ({ connect: () => undefined });
    },
  );
  vi.stubGlobal(
    "AudioWorkletNode",
    class {
      readonly port = {
        onmessage: (_event: unknown) => undefined,
        postMessage: () => {
          const samples = left.shift();
          if (samples !== undefined) this.port.onmessage({ data: { type: "samples", samples } });
        },
      };
    },
  );
  Object.assign(navigator, { mediaDevices: { getUserMedia } });
  return { stop, close, getUserMedia, open };
}

async function record() {
  const { unmount } = render(<PhraseTraining />);
  await userEvent.type(screen.getByLabelText("Phrase to train"), "purple umbrella garden");
  await userEvent.click(screen.getByRole("button", { name: "Train phrase" }));
  await userEvent.click(await screen.findByRole("button", { name: "Record" }));
  return unmount;
}

test("a screen that is left while it records releases the microphone at once", async () => {
  const microphone = stubMicrophone();
  microphone.open();
  const leave = await record();
  await waitFor(() => expect(microphone.getUserMedia).toHaveBeenCalledOnce());
  expect(isMicrophoneTaken({ letGo: async () => undefined })).toBe(true);
  vi.useFakeTimers();
  leave();
  await vi.advanceTimersByTimeAsync(0);
  expect(microphone.stop).toHaveBeenCalledOnce();
  expect(microphone.close).toHaveBeenCalledOnce();
  expect(isMicrophoneTaken({ letGo: async () => undefined })).toBe(false);
});

test("a microphone that opens after its screen was left is closed again", async () => {
  const microphone = stubMicrophone();
  const leave = await record();
  await waitFor(() => expect(microphone.getUserMedia).toHaveBeenCalledOnce());
  vi.useFakeTimers();
  leave();
  microphone.open();
  await vi.advanceTimersByTimeAsync(0);
  expect(microphone.close).toHaveBeenCalledOnce();
  expect(microphone.stop).toHaveBeenCalledOnce();
  expect(isMicrophoneTaken({ letGo: async () => undefined })).toBe(false);
});

describe("on a disk without room", () => {
  const PHRASE = "amosiemu";
  const whole = (speech: Float32Array, seconds: number) =>
    joined(quiet(1), speech, quiet(seconds)).subarray(0, seconds * SAMPLE_RATE);
  const takes = [120, 112, 128, 140, 100].map((pitch) => whole(say(PHRASE, { pitch }), 4));
  const talk = joined(
    ...["sumi oae isu ", "emao usi aom ", "iesa mou sae ", "oimu easi um "].map((words, i) =>
      say(words.repeat(4), { pitch: 110 + 8 * i, pace: 0.1 + 0.01 * i }),
    ),
  );

  test("a phrase is not said to be kept, the microphone is not blamed, and it can be recorded again", async () => {
    const microphone = stubMicrophone([...takes, whole(talk, 30)]);
    microphone.open();
    await record();
    for (const { length } of takes.slice(1)) {
      expect(length).toBe(4 * SAMPLE_RATE);
      await userEvent.click(await screen.findByRole("button", { name: "Record" }));
    }
    await screen.findByText(/^Now read this aloud/);
    fillDisk();
    await userEvent.click(await screen.findByRole("button", { name: "Record" }));
    const said = await screen.findByRole("alert", {}, { timeout: JUDGING_MS });
    expect(said.textContent).toBe(messageText(saveMessages.notChanged));
    expect(screen.queryByText(/ - kept\./)).toBeNull();
    expect(screen.getByRole("button", { name: "Record" })).toHaveProperty("disabled", false);
    expect(await readVoicePhrase()).toBeNull();
  });

  test("a phrase that could not be forgotten stays, and that is said", async () => {
    const takes = [[new Float32Array(3)], [new Float32Array(3)]];
    await writeVoicePhrase({ phrase: "purple umbrella", strength: "strong", threshold: 1, takes });
    vi.spyOn(IDBObjectStore.prototype, "delete").mockImplementation(() => {
      throw new DOMException("Closed.", "UnknownError");
    });
    render(<PhraseTraining />);
    await userEvent.click(await screen.findByRole("button", { name: "Forget phrase" }));
    await waitFor(() => expect(currentToasts()[0]).toMatchObject(saveMessages.notChanged));
    expect(screen.getByText("purple umbrella")).not.toBeNull();
  });
});
