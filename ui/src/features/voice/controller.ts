/** Listening on this page: what switches it, and the machine that decides what follows. */
import { batteryLimits } from "#content/limits.ts";
import { type ObservableValue, observable } from "#platform/observable.ts";
import type { VoicePhrase } from "#store/voice-phrase.ts";
import { browserVoiceDevices, type VoiceDevices } from "./devices.ts";
import type { VoiceEffect, VoiceEvent } from "./listening/events.ts";
import { heardNow, probeDevice } from "./listening/heard-now.ts";
import { logLine } from "./listening/log.ts";
import { powerPolicy } from "./listening/power-policy.ts";
import { createSessions } from "./listening/session.ts";
import { isBesideOpen } from "./listening/sharing.ts";
import { pageVoiceState, VOICE_START, type VoiceState } from "./listening/state.ts";
import { nextVoice } from "./listening/two-engines.ts";

/** Listening on one device. */
export interface VoiceController {
  readonly getState: () => VoiceState;
  /** Listens when the settings want it, until the returned function is called. */
  readonly start: () => () => void;
}

/** How often a hanging engine and a microphone that became free are looked for, in milliseconds. */
const WATCH_MS = 1_000;

/** The machine's state, and its effects as they are done. */
function runMachine(
  devices: VoiceDevices,
  state: ObservableValue<VoiceState>,
  phrase: () => VoicePhrase | null,
) {
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
      case "stop-session":
        sessions.stopSession();
        break;
      case "open-beside":
        sessions.openBeside();
        break;
      case "close-beside":
        sessions.closeBeside();
        break;
      case "remember":
        devices.keepSharing(effect.answer);
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
  return { report, sessions };
}

/** Makes a controller on a device that keeps its state in `state`. Nothing happens before `start`. */
export function createVoice(
  devices: VoiceDevices,
  state: ObservableValue<VoiceState> = observable(VOICE_START),
): VoiceController {
  let phrase: VoicePhrase | null = null;
  /** What was last switched on or off, as text. */
  let wanted = "";
  const { report, sessions } = runMachine(devices, state, () => phrase);

  /** Switches on or off as the settings, the trained phrase and the connection want it now. */
  const follow = async () => {
    const [known, probe] = await Promise.all([devices.readVoicePhrase(), probeDevice(devices)]);
    phrase = known;
    // Read last: another change may have come meanwhile.
    const settings = devices.readSettings();
    const target = heardNow(probe, settings, phrase?.phrase ?? null);
    const next = JSON.stringify([settings.isListeningEnabled, target]);
    if (next === wanted) return;
    wanted = next;
    if (settings.isListeningEnabled) {
      report({ type: "switched-on", target, answer: devices.readSharing() });
    } else {
      report({ type: "switched-off", target });
    }
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
    start: () => {
      const stops = [
        devices.onConnection(() => void follow()),
        devices.onSettings(() => void follow()),
        // The same phrase may have been trained again.
        devices.onVoicePhrase(followAnew),
        devices.onVisibility((isVisible) => isVisible && report({ type: "returned" })),
        devices.onMicrophoneAllowed(() => report({ type: "returned" })),
        keepScreenOnWhile(devices, state, report),
        whileOn(state, () => {
          const timers = [
            devices.every(WATCH_MS, watch),
            devices.every(batteryLimits.checkMs, () => void readBattery()),
          ];
          return () => {
            for (const stop of timers) stop();
          };
        }),
      ];
      void readBattery().then(follow);
      return () => {
        for (const stop of stops) stop();
        wanted = "";
        report({ type: "switched-off", target: state.get().target });
      };
    },
  };
}

/** Has something run while listening is wanted; returns how to stop. */
function whileOn(state: ObservableValue<VoiceState>, begin: () => () => void): () => void {
  let end: (() => void) | null = null;
  const stop = () => {
    end?.();
    end = null;
  };
  const unsubscribe = state.subscribe(() => {
    if (state.get().phase === "off") stop();
    else end ??= begin();
  });
  return () => {
    unsubscribe();
    stop();
  };
}

/** Keeps the screen on while something listens or will again: a dark screen ends listening. Returns how to stop. */
function keepScreenOnWhile(
  devices: VoiceDevices,
  state: ObservableValue<VoiceState>,
  report: (event: VoiceEvent) => void,
): () => void {
  let release: (() => void) | null = null;
  const letGo = () => {
    release?.();
    release = null;
  };
  const follow = () => {
    const { phase, sharing } = state.get();
    const isNothingOpen = phase === "unavailable" && !isBesideOpen(sharing);
    if (phase === "off" || isNothingOpen) return letGo();
    release ??= devices.keepScreenOn((isKept) => report({ type: "screen-answered", isKept }));
  };
  const unsubscribe = state.subscribe(follow);
  return () => {
    unsubscribe();
    letGo();
  };
}

/** Listens on this page until the returned function is called. */
export function startPageVoice(): () => void {
  return createVoice(browserVoiceDevices, pageVoiceState).start();
}
