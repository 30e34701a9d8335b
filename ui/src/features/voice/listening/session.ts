/** Sessions of listening: each is one run of an engine, with the microphone to itself. */
import { MicrophoneError } from "#platform/microphone.ts";
import type { VoicePhrase } from "#store/voice-phrase.ts";
import type { VoiceDevices } from "../devices.ts";
import { type FromWorklet, PROCESSOR, type ToWorklet } from "../spotter/worklet-messages.ts";
import { logLine } from "./log.ts";
import type { SessionEvent, VoiceEvent } from "./machine.ts";
import type { Engine, VoiceState } from "./state.ts";

/** What an engine tells. `ended` is always last. */
interface EngineEvents {
  /** A sign of life, with the loudest sample since the last one; null where the engine does not measure. */
  readonly alive: (peak: number | null) => void;
  readonly muted: (isMuted: boolean) => void;
  readonly heard: (text: string) => void;
  readonly spotted: (phrase: string) => void;
  readonly failed: (code: string) => void;
  readonly ended: () => void;
}

/** Something that listens and can be stopped. */
interface RunningEngine {
  readonly stop: () => Promise<void>;
}

/** How long the spotter may give no sign of life before its microphone counts as lost, in milliseconds. */
const STALLED_MS = 5_000;

/** Runs the spotter on the trained phrase. */
function spot(devices: VoiceDevices, phrase: VoicePhrase, events: EngineEvents): RunningEngine {
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
  const alive = (peak: number) => {
    stopWatch();
    stopWatch = devices.after(STALLED_MS, () => fail("audio-stalled"));
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
  const ready = devices.captureSound(__VOICE_WORKLET__, PROCESSOR, { said, lost, muted }).then(
    (capture) => {
      const { takes, threshold } = phrase;
      const message: ToWorklet = { type: "spot", phrase: { takes, threshold } };
      capture.tell(message);
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

function startEngine(
  devices: VoiceDevices,
  engine: Engine,
  phrase: VoicePhrase | null,
  events: EngineEvents,
): RunningEngine {
  if (engine === "spotter" && phrase !== null) return spot(devices, phrase, events);
  // Recognition does not measure its sound.
  const began = () => events.alive(null);
  return devices.recogniseSpeech(engine === "recognition-local", { ...events, began });
}

/** What sessions are given. */
export interface SessionsPlan {
  readonly devices: VoiceDevices;
  readonly getState: () => VoiceState;
  readonly report: (event: VoiceEvent) => void;
  /** The phrase that the spotter listens for. */
  readonly phrase: () => VoicePhrase | null;
}

/** The sessions of one page: one at a time, each after the one before has really ended. */
export function createSessions({ devices, getState, report, phrase }: SessionsPlan) {
  let running: RunningEngine | null = null;
  /** Resolves when every session so far has ended. */
  let ended: Promise<unknown> = Promise.resolve();
  const user = {
    letGo: async () => {
      report({ type: "microphone-taken" });
      await ended;
    },
  };
  const failed = async (session: number, code: string) => {
    // A busy recogniser looks like a refusal; only the permission itself tells them apart.
    const isRefusal = code === "not-allowed" || code === "service-not-allowed";
    const isDenied = isRefusal && (await devices.microphonePermission()) === "denied";
    report({ type: "failed", session, code, isDenied });
  };
  const open = (session: number) => {
    let isOver = false;
    const tell = (event: SessionEvent) => report({ ...event, session });
    const engine: RunningEngine = startEngine(devices, getState().target.engine, phrase(), {
      alive: (peak) => tell({ type: "alive", peak }),
      muted: (isMuted) => tell({ type: "muted", isMuted }),
      heard: (text) => {
        logLine(`Heard: "${text}"`, devices.wallTime());
        tell({ type: "heard", text });
      },
      spotted: (spoken) => tell({ type: "spotted", phrase: spoken }),
      failed: (code) => void failed(session, code),
      ended: () => {
        isOver = true;
        if (running === engine) running = null;
        tell({ type: "ended" });
      },
    });
    // It may have failed, and ended, before it was there to be stopped.
    if (!isOver) running = engine;
  };
  return {
    start: async (session: number) => {
      // Somebody who records or tests the microphone has it until they are done.
      if (devices.isMicrophoneTaken(user)) return report({ type: "microphone-taken" });
      await ended;
      await devices.takeMicrophone(user);
      const permission = await devices.microphonePermission();
      const { phase, session: wanted } = getState();
      if (phase !== "starting" || wanted !== session) return;
      if (permission === "denied") {
        report({ type: "failed", session, code: "not-allowed", isDenied: true });
        return;
      }
      if (permission === "prompt") report({ type: "asking", session });
      open(session);
    },
    stop: () => {
      const stopped = running?.stop();
      running = null;
      ended = Promise.allSettled([ended, stopped]).then(() => devices.leaveMicrophone(user));
    },
    isMicrophoneFree: () => !devices.isMicrophoneTaken(user) && !devices.isEmergencyOn(),
  };
}
