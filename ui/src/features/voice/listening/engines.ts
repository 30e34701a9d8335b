/** The two engines that listen, as far as sessions know them: something that tells what it hears, and can be stopped. */
import type { CaptureEvents } from "#platform/sound/audio-capture.ts";
import { MicrophoneError } from "#platform/sound/microphone.ts";
import { PROCESSOR } from "#platform/sound/worklet-samples.ts";
import type { VoicePhrase } from "#store/settings/voice-phrase.ts";
import type { VoiceDevices } from "../devices.ts";
import type { FromWorklet, ToWorklet } from "../spotter/worklet-messages.ts";
import type { Engine } from "./state.ts";

/** What an engine tells. `ended` is always last. */
interface EngineEvents {
  /** A sign of life, with the loudest sample since the last one; null where the engine does not measure. */
  readonly alive: (peak: number | null) => void;
  readonly muted: (isMuted: boolean) => void;
  /** Recognition noticed that there is sound. */
  readonly sensed: () => void;
  readonly heard: (text: string) => void;
  readonly spotted: (phrase: string) => void;
  readonly failed: (code: string) => void;
  readonly ended: () => void;
}

/** Something that listens and can be stopped. */
export interface RunningEngine {
  readonly stop: () => Promise<void>;
}

/** How long the spotter may give no sign of life before its microphone counts as lost, in milliseconds. */
const STALLED_MS = 5_000;

/** Opens the sound for the spotter: the microphone, or `along`, a stream that is open already. */
const captureFor = (devices: VoiceDevices, along: MediaStream | null, events: CaptureEvents) =>
  along === null
    ? devices.captureSound(__VOICE_WORKLET__, PROCESSOR, events)
    : devices.captureStream(along, __VOICE_WORKLET__, PROCESSOR, events);

/** Runs the spotter on the trained phrase, with the microphone or along with a stream. */
export function spot(
  devices: VoiceDevices,
  phrase: VoicePhrase,
  along: MediaStream | null,
  events: Omit<EngineEvents, "sensed" | "heard">,
): RunningEngine {
  let isOver = false;
  let stopWatch: () => void = () => undefined;
  const end = () => {
    if (isOver) return;
    isOver = true;
    stopWatch();
    events.ended();
  };
  const fail = (code: string) => {
    if (isOver) return;
    events.failed(code);
    end();
  };
  const watch = () => {
    stopWatch();
    stopWatch = devices.after(STALLED_MS, () => fail("audio-stalled"));
  };
  const alive = (peak: number) => {
    watch();
    events.alive(peak);
  };
  const said = (message: unknown) => {
    if (isOver) return;
    const from = message as FromWorklet;
    if (from.type === "spotted") events.spotted(phrase.phrase);
    else if (from.type === "alive") alive(from.peak);
  };
  const lost = () => fail("audio-lost");
  const muted = (isMuted: boolean) => {
    if (!isOver) events.muted(isMuted);
  };
  const ready = captureFor(devices, along, { said, lost, muted }).then(
    (capture) => {
      const { takes, threshold } = phrase;
      const message: ToWorklet = { type: "spot", phrase: { takes, threshold } };
      capture.tell(message);
      if (!isOver) watch();
      return capture;
    },
    (error: unknown) => {
      fail(codeOf(error));
      return null;
    },
  );
  return {
    stop: async () => {
      await (await ready)?.close();
      end();
    },
  };
}

/** The spotter's failures in the codes that recognition has for its own. */
function codeOf(error: unknown): string {
  if (!(error instanceof MicrophoneError)) return "audio-unavailable";
  switch (error.reason) {
    case "denied":
      return "not-allowed";
    case "missing":
      return "no-microphone";
    case "unavailable":
      return "audio-capture";
  }
}

/** Starts the engine of a session. */
export function startEngine(
  devices: VoiceDevices,
  engine: Engine,
  phrase: VoicePhrase | null,
  along: MediaStream | null,
  events: EngineEvents,
): RunningEngine {
  if (engine === "spotter" && phrase !== null) return spot(devices, phrase, along, events);
  // Recognition does not measure its sound.
  const began = () => events.alive(null);
  return devices.recogniseSpeech(engine === "recognition-local", { ...events, began });
}
