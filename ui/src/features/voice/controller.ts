/** Listening on this page: the machine's state, what it asks of the device, and what was heard. */
import { batteryLimits } from "#content/limits.ts";
import { emergencyStateRecord } from "#store/emergency-state.ts";
import { settingsRecord } from "#store/settings.ts";
import type { VoicePhrase } from "#store/voice-phrase.ts";
import { browserVoiceDevices, type VoiceDevices } from "./devices.ts";
import { chooseEngine } from "./listening/engine-choice.ts";
import { logLine } from "./listening/log.ts";
import {
  nextVoice,
  VOICE_START,
  type VoiceEffect,
  type VoiceEvent,
  type VoiceState,
} from "./listening/machine.ts";
import { powerPolicy } from "./listening/power-policy.ts";
import { probeDevice } from "./listening/probe.ts";
import { type ListeningSession, openSession } from "./listening/session.ts";
import { wakeWords } from "./listening/wake-match.ts";

/** What a screen may do with listening. */
export interface VoiceController {
  readonly getState: () => VoiceState;
  readonly subscribe: (listener: () => void) => () => void;
  /** Comes to life and follows the settings; returns how to stop. */
  readonly start: () => () => void;
}

/** How often a hanging engine and a microphone that became free are looked for, in milliseconds. */
const WATCH_MS = 1_000;
/** How long the recording that follows a wake word may take to claim the microphone, in milliseconds. */
const CLAIM_MS = 5_000;

/** Makes a controller on a device. Nothing happens before `start`. */
export function createVoice(devices: VoiceDevices): VoiceController {
  let state = VOICE_START;
  let session: ListeningSession | null = null;
  /** Stands for the session whose events count; a stopped one may still speak. */
  let current: object | null = null;
  let phrase: VoicePhrase | null = null;
  let heldSince = 0;
  let ending: Promise<void> = Promise.resolve();
  let pausing: ReturnType<typeof setTimeout> | undefined;
  let wanted = "";
  const listeners = new Set<() => void>();
  const now = devices.runningTime;

  const report = (event: VoiceEvent) => {
    const before = state;
    const step = nextVoice(before, event);
    state = step.state;
    if (state.phase === "held" && before.phase !== "held") heldSince = now();
    for (const effect of step.effects) run(effect);
    if (state !== before) for (const listener of listeners) listener();
  };

  const stopSession = async () => {
    clearTimeout(pausing);
    const old = session;
    session = null;
    current = null;
    await old?.stop();
    devices.leaveMicrophone(user);
  };
  const user = {
    letGo: async () => {
      report({ type: "microphone-taken" });
      await ending;
    },
  };

  const startSession = async () => {
    // Whoever records or tests the microphone now has it until they are done.
    if (devices.isMicrophoneTaken(user)) return report({ type: "microphone-taken" });
    await ending;
    await devices.takeMicrophone(user);
    if (state.phase !== "starting" || current !== null) return;
    const mine = {};
    current = mine;
    const opened = openSession(devices, state.engine, phrase, {
      began: () => report({ type: "began", now: now() }),
      heard: (text) => {
        logLine(`Heard: "${text}"`, devices.wallTime());
        report({ type: "heard", text, now: now() });
      },
      spotted: (spoken) => report({ type: "spotted", phrase: spoken }),
      failed: (code) => void failed(code),
      ended: () => {
        if (current !== mine) return;
        current = null;
        session = null;
        report({ type: "ended", now: now() });
      },
    });
    // It may have failed, and ended, before it was opened.
    if (current === mine) session = opened;
  };

  const failed = async (code: string) => {
    // A busy recogniser looks like a refusal; only the permission itself tells them apart.
    const isRefusal = code === "not-allowed" || code === "service-not-allowed";
    const isDenied = isRefusal && (await devices.microphonePermission()) === "denied";
    report({ type: "failed", code, isDenied, now: now() });
  };

  const run = (effect: VoiceEffect) => {
    if (effect.type === "start") void startSession();
    else if (effect.type === "stop") ending = stopSession();
    else if (effect.type === "wait") {
      clearTimeout(pausing);
      pausing = setTimeout(() => report({ type: "waited", now: now() }), effect.ms);
    } else {
      const { word } = effect;
      logLine(`Wake word: "${word}"`, devices.wallTime());
      // The microphone is being freed; the recording that follows waits for that by itself.
      devices.announceEmergency({ triggeredBy: "voice", safeWordUsed: word });
    }
  };

  const follow = async () => {
    const settings = settingsRecord.read();
    const key = JSON.stringify([settings.isListeningEnabled, wakeWords(settings)]);
    phrase = await devices.readVoicePhrase();
    const probe = await probeDevice(devices, phrase !== null);
    const next = JSON.stringify([key, probe, phrase?.phrase]);
    if (next === wanted) return;
    wanted = next;
    if (!settings.isListeningEnabled) {
      if (state.phase !== "off") report({ type: "switched-off" });
      return;
    }
    const engine = chooseEngine(probe);
    report({ type: "switched-on", engine, words: wakeWords(settings), now: now() });
  };

  const watch = () => {
    report({ type: "watched", now: now() });
    const isFree = !devices.isMicrophoneTaken(user) && !emergencyStateRecord.read().isLocked;
    if (state.phase === "held" && isFree && CLAIM_MS <= now() - heldSince) {
      report({ type: "microphone-returned", now: now() });
    }
  };

  const readBattery = async () =>
    report({ type: "battery-read", power: powerPolicy(await devices.readBattery()) });

  return {
    getState: () => state,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    start: () => {
      const stops = [
        devices.onConnection(() => void follow()),
        settingsRecord.subscribe(() => void follow()),
        devices.onVoicePhrase(() => void follow()),
      ];
      const timers = [
        setInterval(watch, WATCH_MS),
        setInterval(() => void readBattery(), batteryLimits.checkMs),
      ];
      void readBattery().then(follow);
      return () => {
        for (const stop of stops) stop();
        for (const timer of timers) clearInterval(timer);
        wanted = "";
        report({ type: "switched-off" });
      };
    },
  };
}

let controller: VoiceController | undefined;

/** The one controller of this page; made at its first use, which is never on the server. */
export function pageVoice(): VoiceController {
  controller ??= createVoice(browserVoiceDevices);
  return controller;
}
