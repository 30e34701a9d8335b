/** The emergency of this page: the machine's state, who watches it, and everything that may happen to it. */
import { emergencyTimes } from "#content/limits.ts";
import { emergencyMessages } from "#content/messages.ts";
import { withinTime } from "#platform/clock.ts";
import { askPosition } from "#platform/geolocation.ts";
import { writeEmergencyState } from "#store/emergency-state.ts";
import { recoverInterrupted } from "#store/evidence.ts";
import { reachableContacts, settingsRecord } from "#store/settings.ts";
import { browserDevices, type Devices } from "./devices.ts";
import { createEffects } from "./effects.ts";
import { mirroredEmergency, reconcile, toRecord } from "./keeper.ts";
import { CALM, next } from "./machine/machine.ts";
import type { EmergencyEvent, EmergencyState, Step, Trigger } from "./machine/state.ts";
import { chooseLocation } from "./messages/location-choice.ts";
import type { LockedScreen } from "./pin/lockout.ts";
import { mirroredLockout, onLockouts, startLockoutClock } from "./pin/lockout-clock.ts";
import { ownPinOf } from "./pin/pin.ts";
import type { PinOutcome } from "./pin/pin-entry.ts";
import { submitPin } from "./pin/pin-submission.ts";
import { fileName } from "./recording/session.ts";
import { STILL, shaken } from "./trigger/shake.ts";

/** How an emergency is started. */
type How = Pick<Trigger, "kind" | "triggeredBy" | "safeWord">;

/** What a screen may do with the emergency. */
export interface EmergencyController {
  readonly getState: () => EmergencyState;
  readonly subscribe: (listener: () => void) => () => void;
  /** Comes to life; returns how to stop. `goHome` leads to the main screen. */
  readonly start: (options: { demoPin: string; goHome: () => void }) => () => void;
  readonly trigger: (how: How) => void;
  readonly report: (event: EmergencyEvent) => void;
  /** Tries a code; `goesHome` is whether a right one leads to the main screen. */
  readonly submitPin: (screen: LockedScreen, pin: string, goesHome: boolean) => Promise<PinOutcome>;
  readonly retryRecording: () => void;
  /** The prepared message, as it would be sent now. */
  readonly messageText: () => string | null;
  /** Downloads the sound that the device would not keep. */
  readonly saveSoundAtRisk: () => Promise<void>;
}

/** A trigger with all that is known at this moment. */
function triggerNow(devices: Devices, how: How, demoPin: string): Trigger {
  const at = devices.wallTime();
  const settings = settingsRecord.read();
  const choice = chooseLocation(devices.whereabouts().fix, at);
  return {
    ...how,
    id: devices.emergencyId(),
    at,
    text: settings.emergencyMessage,
    contacts: reachableContacts(settings),
    position: choice.kind === "none" ? null : choice.position,
    ownPin: ownPinOf(settings.pinCode, demoPin),
    mayOpen: how.triggeredBy === "button" && devices.canSendSms(),
  };
}

/** Calls back when the phone was shaken as spec section 9 wants it; returns how to stop. */
function onShaken(devices: Devices, listener: () => void): () => void {
  let shakes = STILL;
  return devices.onMotion((magnitude) => {
    const shake = shaken(shakes, magnitude, devices.runningTime());
    shakes = shake.count;
    if (shake.isTrigger && settingsRecord.read().isShakeEnabled) listener();
  });
}

/** The machine's state on this page, and the steps it takes. */
function steppingMachine(act: (step: Step, before: EmergencyState) => void) {
  let state = CALM;
  const listeners = new Set<() => void>();
  return {
    getState: () => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    report: (event: EmergencyEvent) => {
      const before = state;
      const step = next(before, event);
      state = step.state;
      if (state !== before) {
        for (const listener of listeners) listener();
      }
      act(step, before);
    },
  };
}

type Page = Pick<EmergencyController, "getState" | "report" | "trigger">;

/** Brings this page and the disk together; the disk is right. */
async function restore({ report }: Page): Promise<void> {
  const kept = await reconcile();
  if (kept.going !== null) report({ type: "restored", emergency: kept.going });
  else if (kept.endedId !== null) report({ type: "ended-elsewhere", id: kept.endedId });
}

/** Tells the machine what is known of the place. */
function tellPlace(devices: Devices, { getState, report }: Page): void {
  const { fix, problem } = devices.whereabouts();
  if (fix !== null && fix.timestamp !== getState().emergency?.location?.timestamp) {
    report({ type: "position-found", position: fix });
  } else if (problem !== null) {
    report({ type: "position-failed" });
  }
}

/** Hears everything that may begin or change an emergency; returns how to stop. */
function listen(devices: Devices, page: Page): () => void {
  const stops = [
    startLockoutClock(),
    onLockouts(() => {
      const { emergency, recording } = page.getState();
      if (emergency !== null) {
        writeEmergencyState(toRecord(emergency, recording, mirroredLockout(devices.wallTime())));
      }
    }),
    devices.onWhereabouts(() => tellPlace(devices, page)),
    devices.onOtherTab(() => void restore(page)),
    devices.onEmergencyAnnounced(({ triggeredBy, safeWordUsed }) =>
      page.trigger({ kind: "real", triggeredBy, safeWord: safeWordUsed }),
    ),
    onShaken(devices, () => page.trigger({ kind: "real", triggeredBy: "shake", safeWord: null })),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

/** Makes a controller on a device; nothing happens before `start`. */
export function createController(devices: Devices): EmergencyController {
  let demoPin = "";
  let goHome: () => void = () => undefined;
  let restored: Promise<void> = Promise.resolve();
  const machine = steppingMachine(({ effects: wanted }, before) => {
    for (const effect of wanted) {
      try {
        effects.run(effect, before);
      } catch {
        // One thing that this device cannot do may not keep the others from being done.
        devices.showToast(emergencyMessages.activationFailed);
      }
    }
  });
  const { getState, report } = machine;
  const effects = createEffects({
    devices,
    getState,
    report,
    lockoutNow: () => mirroredLockout(devices.wallTime()),
    goHome: () => goHome(),
  });
  const trigger = (how: How) => {
    try {
      report({ type: "triggered", trigger: triggerNow(devices, how, demoPin) });
    } catch {
      devices.showToast(emergencyMessages.activationFailed);
    }
    askPosition();
  };
  const page = { getState, report, trigger };
  return {
    ...machine,
    trigger,
    start: (options) => {
      ({ demoPin, goHome } = options);
      const mirrored = mirroredEmergency();
      if (mirrored !== null && getState().emergency === null) {
        report({ type: "restored", emergency: mirrored });
      }
      const stop = listen(devices, page);
      restored = restore(page);
      restored.then(recoverInterrupted).catch(() => undefined);
      return stop;
    },
    submitPin: async (screen, pin, goesHome) => {
      // The disk knows the person's PIN; the mirror, which was read first, may have been edited.
      await withinTime(restored, emergencyTimes.durableWaitMs, undefined);
      return submitPin({ ...page, devices, demoPin }, { screen, pin, goesHome });
    },
    retryRecording: () => effects.session()?.retry(),
    messageText: effects.body,
    saveSoundAtRisk: async () => {
      const blob = await effects.session()?.soundAtRisk();
      if (blob != null) devices.downloadFile(blob, fileName(blob, devices.wallTime()));
    },
  };
}

let controller: EmergencyController | undefined;

/** The one controller of this page; made at its first use, which is never on the server. */
export function pageEmergency(): EmergencyController {
  controller ??= createController(browserDevices);
  return controller;
}
