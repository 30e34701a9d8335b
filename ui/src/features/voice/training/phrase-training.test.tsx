/** The claim about leaving a training: the microphone is released at once. */
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { isMicrophoneTaken } from "#platform/sound/microphone.ts";
import { PhraseTraining } from "./phrase-training.tsx";

/** A microphone that opens at once, or when the test says so, and whose worklet says nothing. */
function stubMicrophone() {
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
      readonly port = { postMessage: () => undefined };
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
