/** Does at the edge what the emergency machine asks for. */
import { emergencyTimes } from "#content/limits.ts";
import { pause } from "#platform/clock.ts";
import type { EmergencyRecord } from "#store/emergency-state.ts";
import type { Devices } from "./devices.ts";
import type { EmergencyEffect, EmergencyEvent, EmergencyState } from "./machine/state.ts";
import { messageEffects } from "./message-effects.ts";
import { type RecordingSession, startSession } from "./recording/session.ts";
import { stateKeeping } from "./state-keeping.ts";

/** What running effects needs from the controller. */
export interface EffectsPlan {
  readonly devices: Devices;
  readonly getState: () => EmergencyState;
  readonly report: (event: EmergencyEvent) => void;
  /** The spec's two fields on wrong PINs, for the mirror. */
  readonly lockoutNow: () => Pick<EmergencyRecord, "failedAttempts" | "lockoutUntil">;
  readonly goHome: () => void;
}

/** Runs effects, and holds what they began. */
export interface Effects {
  /** Does one effect. `before` is the state that the event met. */
  readonly run: (effect: EmergencyEffect, before: EmergencyState) => void;
  readonly session: () => RecordingSession | null;
  /** The body of a message as it would be sent now; null when nothing is going on. */
  readonly body: () => string | null;
}

/** What each kind of effect means here. */
type Doers = {
  readonly [T in EmergencyEffect["type"]]: (
    effect: Extract<EmergencyEffect, { type: T }>,
    before: EmergencyState,
  ) => void;
};

const nothing = () => undefined;

/** Something that is held until it is let go, at most once at a time. */
function holding() {
  let letGo: () => void = nothing;
  return {
    hold: (begin: () => () => void) => {
      letGo();
      letGo = begin();
    },
    release: () => {
      letGo();
      letGo = nothing;
    },
  };
}

/** The recording of the emergency that is going on. */
function recordingOf({ devices, getState, report }: EffectsPlan, settled: () => Promise<unknown>) {
  let session: RecordingSession | null = null;
  const emergencyId = async () => {
    await settled().catch(nothing);
    return getState().emergency?.id ?? "";
  };
  return {
    session: () => session,
    start: (isResumed: boolean) => {
      session = startSession({ devices, report, isResumed, emergencyId });
    },
    stop: () => {
      void session?.stop();
      session = null;
    },
  };
}

/** Makes the runner; nothing happens before its first effect. */
export function createEffects(plan: EffectsPlan): Effects {
  const { devices, getState, report, goHome } = plan;
  const state = stateKeeping(plan);
  const messages = messageEffects(plan, state.settled);
  const recording = recordingOf(plan, state.settled);
  const [position, page, screen] = [holding(), holding(), holding()];
  const screenChanged = (isKeptOn: boolean) => report({ type: "screen-changed", isKeptOn });
  const later = async (message: Parameters<Devices["showToast"]>[0]) => {
    await pause(emergencyTimes.laterToastMs);
    if (getState().emergency === null) devices.showToast(message);
  };
  const doers: Doers = {
    keep: (_effect, before) => state.keep(before),
    "start-recording": ({ isResumed }) => recording.start(isResumed),
    "stop-recording": recording.stop,
    "follow-position": () => position.hold(devices.followPosition),
    "leave-position": position.release,
    "hold-page": () => page.hold(devices.holdNavigation),
    "release-page": page.release,
    "keep-screen-on": () => screen.hold(() => devices.keepScreenOn(screenChanged)),
    "let-screen-sleep": screen.release,
    "prepare-message": () => void messages.prepare(),
    "open-message": ({ phoneNumber }) => messages.open(phoneNumber),
    practise: () => void messages.practise(),
    toast: ({ message }) => void devices.showToast(message),
    "later-toast": ({ message }) => void later(message),
    "go-home": goHome,
  };
  const run = (effect: EmergencyEffect, before: EmergencyState) => {
    const act = doers[effect.type] as (effect: EmergencyEffect, before: EmergencyState) => void;
    act(effect, before);
  };
  return { run, session: recording.session, body: messages.body };
}
