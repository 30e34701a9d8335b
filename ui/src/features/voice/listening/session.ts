/** One start of an engine, until it ends: the browser's recognition or the spotter. */
import { MicrophoneError } from "#platform/microphone.ts";
import type { VoicePhrase } from "#store/voice-phrase.ts";
import type { VoiceDevices } from "../devices.ts";
import { type FromWorklet, PROCESSOR, type ToWorklet } from "../spotter/worklet-messages.ts";
import type { Engine } from "./engine-choice.ts";

/** What a session tells. `ended` is always last. */
export interface SessionEvents {
  readonly began: () => void;
  readonly heard: (text: string) => void;
  readonly spotted: (phrase: string) => void;
  readonly failed: (code: string) => void;
  readonly ended: () => void;
}

/** Something that listens and can be stopped. */
export interface ListeningSession {
  readonly stop: () => Promise<void>;
}

/** How long the spotter may hear nothing at all before its microphone counts as gone, in milliseconds. */
const SILENT_MS = 5_000;

/** Starts the engine; `phrase` is what the spotter listens for. */
export function openSession(
  devices: VoiceDevices,
  engine: Engine,
  phrase: VoicePhrase | null,
  events: SessionEvents,
): ListeningSession {
  return engine === "spotter" && phrase !== null
    ? spot(devices, phrase, events)
    : devices.recogniseSpeech(engine === "recognition-local", events);
}

function spot(devices: VoiceDevices, phrase: VoicePhrase, events: SessionEvents): ListeningSession {
  let isOver = false;
  let hasBegun = false;
  let watch: ReturnType<typeof setTimeout> | undefined;
  const end = () => {
    if (isOver) return;
    isOver = true;
    clearTimeout(watch);
    events.ended();
  };
  const lost = () => {
    events.failed("audio-lost");
    end();
  };
  const alive = () => {
    clearTimeout(watch);
    watch = setTimeout(lost, SILENT_MS);
    if (hasBegun) return;
    hasBegun = true;
    events.began();
  };
  const said = (message: unknown) => {
    if (isOver) return;
    if ((message as FromWorklet).type === "spotted") events.spotted(phrase.phrase);
    else alive();
  };
  const opening = devices.captureSound(__VOICE_WORKLET__, PROCESSOR, { said, lost });
  const ready = opening.then(
    (capture) => {
      const { takes, threshold } = phrase;
      const message: ToWorklet = { type: "spot", phrase: { takes, threshold } };
      capture.tell(message);
      return capture;
    },
    (error: unknown) => {
      events.failed(codeOf(error));
      end();
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

/** The spotter's failures in the words that recognition uses for its own. */
function codeOf(error: unknown): string {
  if (!(error instanceof MicrophoneError)) return "audio-unavailable";
  return error.reason === "denied" ? "not-allowed" : "audio-capture";
}
