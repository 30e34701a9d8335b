/** Claims about the sentences on the voice screen: each reason for not listening is shown when it is so. */

import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { Toaster } from "#components/toast/toaster.tsx";
import { voiceMessages } from "#content/messages.ts";
import { DEFAULT_SETTINGS, settingsRecord } from "#store/settings/settings.ts";
import { refuseMicrophone } from "#test/fake-microphone.ts";
import { clearLog } from "../listening/log.ts";
import type { Target, VoiceState } from "../listening/state.ts";
import { pageVoiceState, VOICE_START } from "../listening/state.ts";
import {
  began,
  ended,
  fails,
  type Moment,
  mutes,
  off,
  on,
  play,
  pulse,
  taken,
  targetOf,
  watched,
} from "../listening/stories.ts";
import { testMicrophone } from "./self-test.ts";
import { VoiceTest } from "./voice-test.tsx";
import { ListeningNow, VoiceTesting } from "./voice-testing.tsx";

// A whole tab takes long on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

afterEach(() => {
  pageVoiceState.set(VOICE_START);
  clearLog();
  vi.unstubAllGlobals();
});

const lacking = (missing: NonNullable<Target["missing"]>): Moment => [
  { type: "switched-on", target: { ...targetOf("none"), missing }, answer: null },
  0,
];
const zeros = Array.from({ length: 51 }, (_, index) => pulse(0, index * 500));

test.each<[sentence: string, ...story: Moment[]]>([
  [voiceMessages.unsupported, lacking("recognition")],
  [voiceMessages.offline, lacking("connection")],
  [voiceMessages.noPhrase, lacking("phrase")],
  [voiceMessages.noSpotter, lacking("spotter")],
  [voiceMessages.shortWord, lacking("safe-word")],
  [voiceMessages.denied, on(), fails("not-allowed", true)],
  [voiceMessages.error("network"), on(), fails("network"), ended()],
  [voiceMessages.busy, on(), fails("audio-capture"), ended()],
  [voiceMessages.noMicrophone, on(), fails("no-microphone")],
  [voiceMessages.silent, on("spotter"), ...zeros],
  [voiceMessages.muted, on("spotter"), pulse(0.1, 0), mutes(true, 100)],
  [voiceMessages.lost, on("spotter"), fails("audio-lost"), ended()],
  [voiceMessages.hanging, on(), watched(3_000)],
  [voiceMessages.yielding, on(), began(), taken()],
])("%s", (sentence, ...story) => {
  pageVoiceState.set(play(...story).state);
  render(<ListeningNow />);
  expect(screen.getByRole("alert").textContent).toContain(`Not listening: ${sentence}.`);
});

test("the browser's question is waited for in words", () => {
  pageVoiceState.set(play(on(), [{ type: "asking" }, 0]).state);
  render(<ListeningNow />);
  expect(screen.getByRole("status").textContent).toBe(`${voiceMessages.asking}...`);
});

test("the switch says that listening started only once something is heard, and that it stopped", async () => {
  settingsRecord.write({ ...DEFAULT_SETTINGS, safeWord: "Pineapple" });
  render(
    <>
      <VoiceTesting emergency={null} />
      <Toaster />
    </>,
  );
  const turn = () => userEvent.click(screen.getByRole("switch", { name: "Voice Activation" }));
  const become = (state: VoiceState) => act(async () => pageVoiceState.set(state));
  await turn();
  expect(screen.queryByText("Voice monitoring started")).toBeNull();
  await become(play(on(), began()).state);
  await screen.findAllByText("Voice monitoring started");
  await screen.findAllByText("Listening for the built-in phrases.");
  await turn();
  await screen.findAllByText(voiceMessages.stopped.title);
  await become(play(off).state);
  await turn();
  await become(play(on(), fails("not-allowed", true)).state);
  await screen.findAllByText("Not listening yet");
});

/** A microphone that opens, and hears sound of one level. */
function microphoneOf(level: number) {
  const getUserMedia = async () => ({ getTracks: () => [] });
  Object.defineProperty(navigator, "mediaDevices", { configurable: true, value: { getUserMedia } });
  class EvenAudio {
    createAnalyser = () => ({
      frequencyBinCount: 4,
      getByteFrequencyData: (bytes: Uint8Array) => void bytes.fill(level),
    });
    createMediaStreamSource = () => ({ connect: () => undefined });
    close = async () => undefined;
  }
  vi.stubGlobal("AudioContext", EvenAudio);
}

test.each([
  [49, "Microphone quiet - try speaking or check permissions"],
  [50, "Microphone quiet - try speaking or check permissions"],
  [51, "Microphone working (level 51)"],
])("a microphone that hears a level of %i is called so after two seconds", async (level, text) => {
  render(<VoiceTest onSwitch={() => undefined} />);
  microphoneOf(level);
  vi.useFakeTimers();
  const tested = testMicrophone();
  await act(() => vi.advanceTimersByTimeAsync(1_999));
  expect(screen.queryByText(/^Microphone/)).toBeNull();
  await act(() => vi.advanceTimersByTimeAsync(1));
  await tested;
  vi.useRealTimers();
  await screen.findByText(text);
});

test("a microphone that may not be used is not called quiet", async () => {
  render(<VoiceTest onSwitch={() => undefined} />);
  refuseMicrophone();
  await testMicrophone();
  await screen.findByText(voiceMessages.required);
  expect(screen.queryByText(/quiet/)).toBeNull();
});
