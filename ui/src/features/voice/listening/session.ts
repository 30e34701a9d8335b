/** Sessions of listening: each is one run of an engine, with the microphone to itself. */
import { MicrophoneError } from "#platform/microphone.ts";
import type { VoicePhrase } from "#store/voice-phrase.ts";
import type { VoiceDevices } from "../devices.ts";
import { type FromWorklet, PROCESSOR, type ToWorklet } from "../spotter/worklet-messages.ts";
import type { Engine } from "./engine.ts";
import { logLine } from "./log.ts";
import type { VoiceEvent, VoiceState } from "./machine.ts";

/** What an engine tells. `ended` is always last. */
interface EngineEvents {
  readonly began: () => void;
  readonly heard: (text: string) => void;
  readonly spotted: (phrase: string) => void;
  readonly failed: (code: string) => void;
  readonly ended: () => void;
}

/** Something that listens and can be stopped. */
interface RunningEngine {
  readonly stop: () => Promise<void>;
}

/** How long the spotter may hear nothing at all before its microphone counts as lost, in milliseconds. */
const SILENT_MS = 5_000;

/** Runs the spotter on the trained phrase. */
function spot(devices: VoiceDevices, phrase: VoicePhrase, events: EngineEvents): RunningEngine {
  let isOver = false;
  let hasBegun = false;
  let stopWatch: () => void = () => undefined;
  const end = () => {
    if (isOver) return;
    isOver = true;
    stopWatch();
    events.ended();
  };
  const lost = () => {
    events.failed("audio-lost");
    end();
  };
  const alive = () => {
    stopWatch();
    stopWatch = devices.after(SILENT_MS, lost);
    if (hasBegun) return;
    hasBegun = true;
    events.began();
  };
  const said = (message: unknown) => {
    if (isOver) return;
    if ((message as FromWorklet).type === "spotted") events.spotted(phrase.phrase);
    else alive();
  };
  const ready = devices.captureSound(__VOICE_WORKLET__, PROCESSOR, { said, lost }).then(
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

/** The spotter's failures in the codes that recognition has for its own. */
function codeOf(error: unknown): string {
  if (!(error instanceof MicrophoneError)) return "audio-unavailable";
  return error.reason === "denied" ? "not-allowed" : "audio-capture";
}

function startEngine(
  devices: VoiceDevices,
  engine: Engine,
  phrase: VoicePhrase | null,
  events: EngineEvents,
): RunningEngine {
  return engine === "spotter" && phrase !== null
    ? spot(devices, phrase, events)
    : devices.recogniseSpeech(engine === "recognition-local", events);
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
    const engine: RunningEngine = startEngine(devices, getState().target.engine, phrase(), {
      began: () => report({ type: "began", session }),
      heard: (text) => {
        logLine(`Heard: "${text}"`, devices.wallTime());
        report({ type: "heard", session, text });
      },
      spotted: (spoken) => report({ type: "spotted", session, phrase: spoken }),
      failed: (code) => void failed(session, code),
      ended: () => {
        isOver = true;
        if (running === engine) running = null;
        report({ type: "ended", session });
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
      const { phase, session: wanted } = getState();
      if (phase === "starting" && wanted === session) open(session);
    },
    stop: () => {
      const stopped = running?.stop();
      running = null;
      ended = Promise.allSettled([ended, stopped]).then(() => devices.leaveMicrophone(user));
    },
    isMicrophoneFree: () => !devices.isMicrophoneTaken(user) && !devices.isEmergencyOn(),
  };
}
