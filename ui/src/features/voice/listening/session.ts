/** Sessions of listening: each is one run of an engine, with the microphone to itself and our spotter. */
import type { MicrophoneUser } from "#platform/sound/microphone.ts";
import type { VoicePhrase } from "#store/settings/voice-phrase.ts";
import type { VoiceDevices } from "../devices.ts";
import { type RunningEngine, spot, startEngine } from "./engines.ts";
import type { SessionEvent, VoiceEvent } from "./events.ts";
import { logLine } from "./log.ts";
import type { VoiceState } from "./state.ts";
import type { IsMention } from "./wake-words.ts";

/** What sessions are given. */
export interface SessionsPlan {
  readonly devices: VoiceDevices;
  readonly getState: () => VoiceState;
  readonly report: (event: VoiceEvent) => void;
  /** The phrase that the spotter listens for. */
  readonly phrase: () => VoicePhrase | null;
  /** The recorder's stream where sessions listen along with it; null where they have the microphone. */
  readonly along: () => MediaStream | null;
}

/** How long a sentence waits for what tells talk about help from a call, in milliseconds. After that it counts as a call. */
const MENTIONS_MS = 1_000;

/** Tells talk about help from a call. Its lists are long, so they are loaded late. */
function lateMentions({ loadMentions, after }: VoiceDevices) {
  let known: IsMention | null = null;
  const load = async () => {
    if (known === null)
      ({ isMention: known } = await loadMentions().catch(() => ({ isMention: null })));
  };
  return {
    isMention: (...said: Parameters<IsMention>) => known?.(...said) ?? false,
    load,
    /** When a sentence can be decided: null is now. What failed to load is loaded again. */
    ready: (): Promise<void> | null =>
      known === null
        ? Promise.race([load(), new Promise<void>((resolve) => after(MENTIONS_MS, resolve))])
        : null,
  };
}

/** Starts the engine of a session, and reports what it tells under the session's number. */
function openSession(
  { devices, getState, report, phrase, along }: SessionsPlan,
  mentions: ReturnType<typeof lateMentions>,
  session: number,
  over: () => void,
): RunningEngine {
  void mentions.load();
  /** What comes after a sentence that waits. The end of a session waits too: what is heard after it does not count. */
  let waiting: Promise<void> | null = null;
  const tell = (event: SessionEvent) => {
    const now = () => report({ ...event, session });
    if (waiting === null) now();
    else waiting = waiting.finally(now);
  };
  const failed = async (code: string) => {
    // A busy recogniser looks like a refusal; only the permission itself tells them apart.
    const isRefusal = code === "not-allowed" || code === "service-not-allowed";
    const isDenied = isRefusal && (await devices.microphonePermission()) === "denied";
    tell({ type: "failed", code, isDenied });
  };
  return startEngine(devices, getState().target.engine, phrase(), along(), {
    alive: (peak) => tell({ type: "alive", peak }),
    muted: (isMuted) => tell({ type: "muted", isMuted }),
    sensed: () => tell({ type: "sensed" }),
    heard: (text) => {
      logLine(`Heard: "${text}"`, devices.wallTime());
      const ready = mentions.ready();
      if (ready !== null) waiting = Promise.all([waiting, ready]).then(() => undefined);
      tell({ type: "heard", text, isMention: mentions.isMention });
    },
    spotted: (spoken) => tell({ type: "spotted", phrase: spoken }),
    failed: (code) => void failed(code),
    ended: () => {
      over();
      tell({ type: "ended" });
    },
  });
}

/** Whether a session that has the microphone is still wanted, and allowed. */
async function mayOpen({ devices, getState, report }: SessionsPlan, session: number) {
  const permission = await devices.microphonePermission();
  const { phase, session: wanted } = getState();
  if (phase !== "starting" || wanted !== session) return false;
  if (permission === "denied") {
    report({ type: "failed", session, code: "not-allowed", isDenied: true });
    return false;
  }
  if (permission === "prompt") report({ type: "asking", session });
  return true;
}

/** Starts the spotter beside recognition. */
function spotBeside(
  { devices, along }: SessionsPlan,
  phrase: VoicePhrase,
  report: (event: VoiceEvent) => void,
): RunningEngine {
  return spot(devices, phrase, along(), {
    alive: (peak) => report({ type: "beside-alive", peak: peak ?? 0 }),
    muted: (isMuted) => isMuted && report({ type: "beside-ended", code: "audio-muted" }),
    spotted: (spoken) => report({ type: "beside-spotted", phrase: spoken }),
    failed: (code) => report({ type: "beside-ended", code }),
    ended: () => undefined,
  });
}

/** Keeps the microphone open for the recorder. One that was opened beside recognition may be silent: then the recorder opens its own. */
export function keepForRecorder({
  devices,
  getState,
}: Pick<SessionsPlan, "devices" | "getState">): void {
  if (getState().target.engine === "spotter") devices.keepMicrophone();
}

/** The one who has the microphone while sessions listen; `ended` resolves when every engine has ended. */
function microphoneUser(plan: SessionsPlan, ended: () => Promise<unknown>): MicrophoneUser {
  return {
    letGo: async () => {
      // Anybody else may be about to recognise speech, which a copy would make deaf.
      if (plan.devices.isEmergencyOn()) keepForRecorder(plan);
      plan.report({ type: "microphone-taken" });
      await ended();
    },
  };
}

/** The sessions of one page: one at a time, each after the one before has really ended. */
export function createSessions(plan: SessionsPlan) {
  const { devices, report, phrase, along } = plan;
  const mentions = lateMentions(devices);
  let running: RunningEngine | null = null;
  /** The spotter that listens beside recognition, through one session after the other. */
  let beside: RunningEngine | null = null;
  /** How many sessions have the microphone and are about to open their engine. */
  let opening = 0;
  /** Resolves when every engine so far has ended. */
  let ended: Promise<unknown> = Promise.resolve();
  const user = microphoneUser(plan, () => ended);
  const open = (session: number) => {
    let isOver = false;
    let engine: RunningEngine | null = null;
    engine = openSession(plan, mentions, session, () => {
      isOver = true;
      if (running === engine) running = null;
    });
    // It may have failed, and ended, before it was there to be stopped.
    if (!isOver) running = engine;
  };
  /** Waits for engines that were told to stop; the microphone is free once the last one has ended. */
  const end = (...stopped: readonly (Promise<void> | undefined)[]) => {
    const all = Promise.allSettled([ended, ...stopped]).then(() => {
      const isIdle = opening === 0 && running === null && beside === null;
      if (ended === all && isIdle) devices.leaveMicrophone(user);
    });
    ended = all;
  };
  const stopSession = () => {
    const stopped = running?.stop();
    running = null;
    return stopped;
  };
  const stopBeside = () => {
    const stopped = beside?.stop();
    beside = null;
    return stopped;
  };
  const openBeside = () => {
    const trained = phrase();
    if (trained === null || beside !== null) return;
    const engine: RunningEngine = spotBeside(plan, trained, (event) => {
      if (beside === engine) report(event);
    });
    beside = engine;
  };
  /** Somebody who records or tests the microphone has it until they are done, and an emergency's recorder is first. */
  const isMicrophoneFree = () =>
    along() !== null || !(devices.isMicrophoneTaken(user) || devices.isEmergencyOn());
  return {
    start: async (session: number) => {
      if (isMicrophoneFree()) await ended;
      if (!isMicrophoneFree()) return report({ type: "microphone-taken" });
      opening += 1;
      try {
        if (along() === null) await devices.takeMicrophone(user);
        if (await mayOpen(plan, session)) open(session);
      } finally {
        opening -= 1;
      }
      // A stop meanwhile left the microphone to this session.
      if (running === null) end();
    },
    stop: () => end(stopSession(), stopBeside()),
    stopSession: () => end(stopSession()),
    openBeside,
    closeBeside: () => end(stopBeside()),
    isMicrophoneFree,
  };
}
