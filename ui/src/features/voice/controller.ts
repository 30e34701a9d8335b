/** Listening on this page: what switches it, and the machine that decides what follows. */
import { batteryLimits } from "#content/limits.ts";
import { type ObservableValue, observable } from "#platform/observable.ts";
import type { VoicePhrase } from "#store/settings/voice-phrase.ts";
import { browserVoiceDevices, type VoiceDevices } from "./devices.ts";
import type { VoiceEffect, VoiceEvent } from "./listening/events.ts";
import { besideRecorder, heardNow, probeDevice } from "./listening/heard-now.ts";
import { logLine } from "./listening/log.ts";
import { powerPolicy } from "./listening/power-policy.ts";
import { createSessions, keepForRecorder } from "./listening/session.ts";
import { isBesideOpen } from "./listening/sharing.ts";
import { pageVoiceState, type Target, VOICE_START, type VoiceState } from "./listening/state.ts";
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
  given: {
    readonly phrase: () => VoicePhrase | null;
    readonly along: () => MediaStream | null;
    /** Another answer to whether two can use the microphone. */
    readonly answered: () => void;
  },
) {
  const report = (event: VoiceEvent) => {
    const step = nextVoice(state.get(), event, devices.runningTime());
    state.set(step.state);
    for (const effect of step.effects) run(effect);
  };
  const sessions = createSessions({ devices, getState: state.get, report, ...given });
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
        given.answered();
        break;
      case "wait":
        devices.after(effect.ms, () => report({ type: "waited", session: effect.session }));
        break;
      case "announce":
        logLine(`Wake word: "${effect.word}"`, devices.wallTime());
        // The microphone is being freed; the recording that follows waits for that itself, and takes on what is still open.
        keepForRecorder({ devices, getState: state.get });
        devices.announceEmergency({ triggeredBy: "voice", safeWordUsed: effect.word });
        break;
      default:
        effect satisfies never;
    }
  };
  return { report, sessions };
}

/** The recorder of an emergency behind the heart monitor, as far as listening goes along with it. */
function recorderOf(devices: VoiceDevices) {
  /** The stream that is listened to, until it closes or the lock is on the screen. */
  let sound: MediaStream | null = null;
  /** What it recorded when that was last asked. */
  let known: MediaStream | null = null;
  const recorded = () => (devices.isEmergencyHidden() ? devices.recordedSound() : null);
  return {
    hasChanged: () => known !== recorded(),
    along: () => (sound === recorded() ? sound : null),
    /** What is heard now, of what is heard without a recorder; that is listened for along with its stream, if any of it can be. */
    choose: (alone: Target): Target => {
      known = recorded();
      const device = { answer: devices.readSharing(), isPhone: devices.isPhone() };
      const along = known === null ? null : besideRecorder(alone, device);
      sound = along === null ? null : known;
      return along ?? alone;
    },
    /** Notes that the stream closed while recognition ran beside it, which may have taken the microphone away. */
    noteDisturbance: ({ phase, target }: VoiceState) => {
      const isClosed = sound !== null && sound !== devices.recordedSound();
      if (!isClosed || phase === "yielding" || target.engine === "spotter") return;
      // With a trained phrase it is asked again later: the spotter sees whether both hear.
      devices.keepSharing(target.beside === null ? "alone" : null);
    },
  };
}

/** Makes a controller on a device that keeps its state in `state`. Nothing happens before `start`. */
export function createVoice(
  devices: VoiceDevices,
  state: ObservableValue<VoiceState> = observable(VOICE_START),
): VoiceController {
  let phrase: VoicePhrase | null = null;
  /** What was last switched on or off, as text. */
  let wanted = "";
  const recorder = recorderOf(devices);
  const { report, sessions } = runMachine(devices, state, {
    phrase: () => phrase,
    along: recorder.along,
    answered: () => void follow(),
  });

  /**
   * Switches on or off as the settings, the trained phrase and the connection want it now, and the recorder of an
   * emergency behind the heart monitor allows it.
   */
  const follow = async () => {
    const [known, probe] = await Promise.all([devices.readVoicePhrase(), probeDevice(devices)]);
    phrase = known;
    // Read last: another change may have come meanwhile.
    const settings = devices.readSettings();
    const alone = heardNow(probe, settings, phrase?.phrase ?? null);
    const target = recorder.choose(alone);
    const next = JSON.stringify([settings.isListeningEnabled, target, recorder.along()?.id]);
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
  /** Most changes of an emergency are none of the sound that is listened along with. */
  const followRecorder = () => {
    recorder.noteDisturbance(state.get());
    if (recorder.hasChanged()) void follow();
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
        devices.onEmergency(followRecorder),
        devices.onRecordedSound(followRecorder),
        // The same phrase may have been trained again.
        devices.onVoicePhrase(followAnew),
        devices.onShown(() => report({ type: "returned" })),
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
