/** Listening on this page: what switches it, and the machine that decides what follows. */
import { batteryLimits } from "#content/limits.ts";
import { observable } from "#platform/observable.ts";
import type { VoicePhrase } from "#store/voice-phrase.ts";
import { browserVoiceDevices, type VoiceDevices } from "./devices.ts";
import { probeDevice, targetOf } from "./listening/engine.ts";
import { logLine } from "./listening/log.ts";
import {
  nextVoice,
  VOICE_START,
  type VoiceEffect,
  type VoiceEvent,
  type VoiceState,
} from "./listening/machine.ts";
import { powerPolicy } from "./listening/power-policy.ts";
import { createSessions } from "./listening/session.ts";

/** What a screen may do with listening. */
export interface VoiceController {
  readonly getState: () => VoiceState;
  readonly subscribe: (listener: () => void) => () => void;
  /** Listens when the settings want it, until the returned function is called. */
  readonly start: () => () => void;
}

/** How often a hanging engine and a microphone that became free are looked for, in milliseconds. */
const WATCH_MS = 1_000;

/** The machine's state, and its effects as they are done. */
function runMachine(devices: VoiceDevices, phrase: () => VoicePhrase | null) {
  const state = observable(VOICE_START);
  const report = (event: VoiceEvent) => {
    const step = nextVoice(state.get(), event, devices.runningTime());
    state.set(step.state);
    for (const effect of step.effects) run(effect);
  };
  const sessions = createSessions({ devices, getState: state.get, report, phrase });
  const run = (effect: VoiceEffect) => {
    switch (effect.type) {
      case "start":
        void sessions.start(effect.session);
        break;
      case "stop":
        sessions.stop();
        break;
      case "wait":
        devices.after(effect.ms, () => report({ type: "waited", session: effect.session }));
        break;
      case "announce":
        logLine(`Wake word: "${effect.word}"`, devices.wallTime());
        // The microphone is being freed; the recording that follows waits for that itself.
        devices.announceEmergency({ triggeredBy: "voice", safeWordUsed: effect.word });
        break;
      default:
        effect satisfies never;
    }
  };
  return { state, report, sessions };
}

/** Makes a controller on a device. Nothing happens before `start`. */
export function createVoice(devices: VoiceDevices): VoiceController {
  let phrase: VoicePhrase | null = null;
  /** What was last switched on or off, as text. */
  let wanted = "";
  const { state, report, sessions } = runMachine(devices, () => phrase);

  /** Switches on or off as the settings, the trained phrase and the connection want it now. */
  const follow = async () => {
    const settings = devices.readSettings();
    phrase = await devices.readVoicePhrase();
    const probe = await probeDevice(devices, phrase !== null);
    const target = targetOf(probe, settings, phrase?.phrase ?? null);
    const next = JSON.stringify([settings.isListeningEnabled, target, probe]);
    if (next === wanted) return;
    wanted = next;
    if (settings.isListeningEnabled) report({ type: "switched-on", target });
    else if (state.get().phase !== "off") report({ type: "switched-off" });
  };
  const followAnew = () => {
    wanted = "";
    void follow();
  };
  const watch = () => report({ type: "watched", isMicrophoneFree: sessions.isMicrophoneFree() });
  const readBattery = async () =>
    report({ type: "battery-read", power: powerPolicy(await devices.readBattery()) });

  return {
    getState: state.get,
    subscribe: state.subscribe,
    start: () => {
      const stops = [
        devices.onConnection(() => void follow()),
        devices.onSettings(() => void follow()),
        // The same phrase may have been trained again.
        devices.onVoicePhrase(followAnew),
        devices.every(WATCH_MS, watch),
        devices.every(batteryLimits.checkMs, () => void readBattery()),
      ];
      void readBattery().then(follow);
      return () => {
        for (const stop of stops) stop();
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
