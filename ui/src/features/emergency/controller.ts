/** The emergency of this page: the machine's state, who watches it, and everything that may happen to it. */
import { emergencyMessages } from "#content/messages.ts";
import { askPosition } from "#platform/geolocation.ts";
import { writeEmergencyState } from "#store/emergency-state.ts";
import { recoverInterrupted } from "#store/evidence.ts";
import { reachableContacts, settingsRecord } from "#store/settings.ts";
import { browserDevices, type Devices } from "./devices.ts";
import { createEffects } from "./effects.ts";
import { mirroredEmergency, reconcile, toRecord } from "./keeper.ts";
import { chooseLocation } from "./location-choice.ts";
import type { LockedScreen } from "./lockout.ts";
import { knownLockouts, onLockouts, refreshLockouts, startLockoutClock } from "./lockout-clock.ts";
import { CALM, next } from "./machine.ts";
import type { EmergencyEvent, EmergencyState, Trigger } from "./machine-state.ts";
import { type PinOutcome, tryPin } from "./pin-entry.ts";
import { fileName } from "./recording-session.ts";
import { STILL, shaken } from "./shake.ts";

/** What a screen may do with the emergency. */
export interface EmergencyController {
  readonly getState: () => EmergencyState;
  readonly subscribe: (listener: () => void) => () => void;
  /** Comes to life; returns how to stop. `goHome` leads to the main screen. */
  readonly start: (options: { demoPin: string; goHome: () => void }) => () => void;
  readonly trigger: (how: Pick<Trigger, "kind" | "triggeredBy" | "safeWord">) => void;
  readonly report: (event: EmergencyEvent) => void;
  /** Tries a code; `goesHome` is whether a right one leads to the main screen. */
  readonly submitPin: (screen: LockedScreen, pin: string, goesHome: boolean) => Promise<PinOutcome>;
  readonly retryRecording: () => void;
  /** The prepared message, as it would be sent now. */
  readonly messageText: () => string | null;
  /** Downloads the sound that the device would not keep. */
  readonly saveSoundAtRisk: () => Promise<void>;
}

/** Makes a controller on a device; nothing happens before `start`. */
export function createController(devices: Devices): EmergencyController {
  let state = CALM;
  let demoPin = "";
  let goHome: () => void = () => undefined;
  const listeners = new Set<() => void>();

  const report = (event: EmergencyEvent) => {
    const before = state;
    const step = next(before, event);
    state = step.state;
    if (state !== before) {
      for (const listener of listeners) {
        listener();
      }
    }
    for (const effect of step.effects) {
      try {
        effects.run(effect, before);
      } catch {
        // One thing that this device cannot do may not keep the others from being done.
        devices.showToast(emergencyMessages.activationFailed);
      }
    }
  };
  const getState = () => state;
  const effects = createEffects({
    devices,
    getState,
    report,
    lockoutNow: () => lockoutNow(),
    goHome: () => goHome(),
  });

  const trigger: EmergencyController["trigger"] = (how) => {
    try {
      const at = devices.wallTime();
      const settings = settingsRecord.read();
      const choice = chooseLocation(devices.whereabouts().fix, at);
      report({
        type: "triggered",
        trigger: {
          ...how,
          id: devices.emergencyId(),
          at,
          text: settings.emergencyMessage,
          contacts: reachableContacts(settings),
          position: choice.kind === "none" ? null : choice.position,
          mayOpen: how.triggeredBy === "button" && devices.canSendSms(),
        },
      });
    } catch {
      devices.showToast(emergencyMessages.activationFailed);
    }
    askPosition();
  };

  const lockoutNow = () => {
    const { failedAttempts, remainingMs } = knownLockouts().emergency;
    const lockoutUntil = remainingMs > 0 ? devices.wallTime() + remainingMs : null;
    return { failedAttempts, lockoutUntil };
  };

  const restore = async () => {
    const kept = await reconcile();
    if (kept.going !== null) report({ type: "restored", emergency: kept.going });
    else if (kept.endedId !== null) report({ type: "ended-elsewhere", id: kept.endedId });
  };

  const located = () => {
    const { fix, problem } = devices.whereabouts();
    if (fix !== null && fix.timestamp !== state.emergency?.location?.timestamp) {
      report({ type: "position-found", position: fix });
    } else if (problem !== null) {
      report({ type: "position-failed" });
    }
  };

  const start: EmergencyController["start"] = (options) => {
    ({ demoPin, goHome } = options);
    const mirrored = mirroredEmergency();
    if (mirrored !== null && state.emergency === null) {
      report({ type: "restored", emergency: mirrored });
    }
    let shakes = STILL;
    const stops = [
      startLockoutClock(),
      onLockouts(() => {
        if (state.emergency !== null) {
          writeEmergencyState(toRecord(state.emergency, state.recording, lockoutNow()));
        }
      }),
      devices.onWhereabouts(located),
      devices.onOtherTab(() => void restore()),
      devices.onEmergencyAnnounced(({ triggeredBy, safeWordUsed }) =>
        trigger({ kind: "real", triggeredBy, safeWord: safeWordUsed }),
      ),
      devices.onMotion((magnitude) => {
        const shake = shaken(shakes, magnitude, devices.runningTime());
        shakes = shake.count;
        if (shake.isTrigger && settingsRecord.read().isShakeEnabled) {
          trigger({ kind: "real", triggeredBy: "shake", safeWord: null });
        }
      }),
    ];
    void restore()
      .then(recoverInterrupted)
      .catch(() => undefined);
    return () => {
      for (const stop of stops) stop();
    };
  };

  const submitPin: EmergencyController["submitPin"] = async (screen, pin, goesHome) => {
    const { outcome, message } = await tryPin(
      screen,
      pin,
      {
        ownPin: settingsRecord.read().pinCode,
        demoPin,
        emergency: state.emergency?.kind ?? null,
      },
      () => void refreshLockouts(),
    );
    await refreshLockouts();
    if (message !== null) {
      devices.showToast(message);
    }
    if (outcome === "decoy" && state.emergency === null) {
      devices.showToast(emergencyMessages.demoAccess);
    } else if (outcome !== "wrong" && outcome !== "locked-out") {
      report({ type: "unlocked", meaning: outcome, goesHome });
    }
    return outcome;
  };

  return {
    getState,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    start,
    trigger,
    report,
    submitPin,
    retryRecording: () => effects.session()?.retry(),
    messageText: effects.body,
    saveSoundAtRisk: async () => {
      const blob = await effects.session()?.soundAtRisk();
      if (blob != null) {
        devices.downloadFile(blob, fileName(blob, devices.wallTime()));
      }
    },
  };
}

let controller: EmergencyController | undefined;

/** The one controller of this page; made at its first use, which is never on the server. */
export function pageEmergency(): EmergencyController {
  controller ??= createController(browserDevices);
  return controller;
}
