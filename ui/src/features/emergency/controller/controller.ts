/** The emergency of this page: what may start it or change it, and the machine that decides what follows. */
import { emergencyTimes } from "#content/limits.ts";
import { emergencyMessages } from "#content/messages.ts";
import { chooseLocation, type LocationChoice } from "#content/position.ts";
import { type Observable, observable } from "#platform/observable.ts";
import { STILL, shaken } from "#platform/sensors/shake.ts";
import { type Lockouts, NO_LOCKOUTS } from "#store/emergency/lockouts.ts";
import { isShakeLive, reachableContacts } from "#store/settings/settings.ts";
import { browserDevices, type Devices } from "../devices/devices.ts";
import type { Trigger } from "../machine/inputs.ts";
import { next } from "../machine/machine.ts";
import {
  type EmergencyEvent,
  type EmergencyState,
  IDLE,
  isHidden,
  type Position,
} from "../machine/state.ts";
import {
  createLockouts,
  type LockedScreen,
  type LockoutClock,
  mirroredLockout,
} from "../pin/lockout.ts";
import { checkPin, ownPinOf, type PinOutcome, submitPin } from "../pin/pin.ts";
import { offer } from "../recording/offer.ts";
import { clocksOf, createEffects } from "./effects.ts";
import { restoringOf } from "./restoring.ts";
import { mirrorEmergency, mirroredNews } from "./storage.ts";

/** How an emergency is started. */
type How = Pick<Trigger, "kind" | "triggeredBy" | "safeWord"> & {
  /** Whether the tap was too long ago for the browser to open a message without another one. */
  readonly isLate?: boolean;
};

/** What a screen may do with the emergency. */
export interface EmergencyController {
  readonly getState: () => EmergencyState;
  readonly subscribe: (listener: () => void) => () => void;
  /** The failed codes of each screen, and how long it stays closed. */
  readonly lockouts: Observable<Lockouts>;
  /** Reads what is stored and starts to listen to the device; returns how to stop. `goHome` leads to the main screen. */
  readonly start: (options: { demoPin: string; goHome: () => void }) => () => void;
  readonly trigger: (how: How) => void;
  readonly report: (event: EmergencyEvent) => void;
  /** Tries a code. With `goesHome` the own PIN leads to the main screen; with `endsNothing` it ends no emergency. */
  readonly submitPin: (
    screen: LockedScreen,
    pin: string,
    goesHome: boolean,
    endsNothing?: boolean,
  ) => Promise<PinOutcome>;
  /** Whether a code is the own PIN: it is counted like any other, and unlocks nothing. */
  readonly checkPin: (pin: string) => Promise<boolean>;
  readonly retryRecording: () => void;
  /** The location as a message would hold it now. */
  readonly place: () => LocationChoice;
  /** The prepared message, as it would be sent now. */
  readonly messageText: () => string | null;
  /** Offers the sound that is not stored as a file; says whether the browser was asked to keep one. */
  readonly saveSoundAtRisk: () => Promise<boolean>;
}

/** A position that a message would hold now, or null. */
function usefulNow(devices: Devices, position: Position | null = null): Position | null {
  const choice = chooseLocation(position, clocksOf(devices));
  return choice.kind === "none" ? null : choice.position;
}

/** A trigger with all that is known at this moment; `on` is the emergency that it meets. */
function triggerNow(
  devices: Devices,
  { isLate, ...how }: How,
  demoPin: string,
  on: EmergencyState["emergency"],
): Trigger {
  const at = devices.wallTime();
  const settings = devices.readSettings();
  return {
    ...how,
    id: devices.emergencyId(),
    at,
    text: settings.emergencyMessage,
    contacts: reachableContacts(settings),
    position: usefulNow(devices, devices.whereabouts().fix) ?? usefulNow(devices, on?.location),
    ownPin: ownPinOf(settings.pinCode, demoPin),
    mayOpen: how.triggeredBy === "button" && isLate !== true && devices.canSendSms(),
    isDisguised: how.triggeredBy !== "button" && settings.staysDisguised,
  };
}

/** Calls back when the phone was shaken in the trigger's pattern; returns how to stop. */
function onShaken(devices: Devices, listener: () => void): () => void {
  let stopMotion: (() => void) | null = null;
  const leave = () => {
    stopMotion?.();
    stopMotion = null;
  };
  // The sensor is read only for somebody who wants it: it costs battery.
  const follow = () => {
    if (!isShakeLive(devices.readSettings())) return leave();
    if (stopMotion !== null) return;
    let shakes = STILL;
    stopMotion = devices.onMotion((magnitude) => {
      const shake = shaken(shakes, magnitude, devices.runningTime());
      shakes = shake.count;
      if (shake.isTrigger) listener();
    });
  };
  follow();
  const unsubscribe = devices.onSettings(follow);
  return () => {
    unsubscribe();
    leave();
  };
}

/** The parts of a controller that stay the same from page to page. */
interface Page {
  readonly devices: Devices;
  readonly counters: LockoutClock;
  readonly lockoutNow: () => ReturnType<typeof mirroredLockout>;
  readonly getState: () => EmergencyState;
  readonly report: (event: EmergencyEvent) => void;
  /** Learns what local storage knows of the emergency that is on. An end is not believed: the text may have been edited. */
  readonly hear: () => void;
  /** Reads what is stored. */
  readonly restore: () => Promise<void>;
}

/** Replaces PINs that an earlier release stored in clear, in the settings and in an emergency that is on. */
async function sealPins({ devices, getState, report }: Page): Promise<void> {
  await devices.settleSettings();
  await devices.sealStoredPin();
  const { emergency } = getState();
  if (emergency === null || emergency.ownPin === "") return;
  const ownPin = await devices.sealPin(emergency.ownPin);
  if (ownPin !== emergency.ownPin)
    report({ type: "pin-sealed", emergencyId: emergency.id, ownPin });
}

/**
 * Waits a while for the database, which knows the person's PIN, of the emergency and of the settings, and what other tabs did.
 * Local storage, which was read first, may have been edited or emptied.
 */
async function ownPinKnown({ devices, restore }: Page): Promise<void> {
  const overdue = new Promise<void>((resolve) => {
    devices.after(emergencyTimes.durableWaitMs, resolve);
  });
  const emergency = Promise.race([restore().catch(() => undefined), overdue]);
  // This gives up by itself when the database does not answer.
  await Promise.all([emergency, devices.settleSettings()]);
}

/** Tells the machine what is known of the place. */
function tellPlace({ devices, getState, report }: Page): void {
  const { fix: found, problem } = devices.whereabouts();
  const fix = usefulNow(devices, found);
  if (fix !== null && fix.timestamp !== getState().emergency?.location?.timestamp) {
    report({ type: "position-found", position: fix });
  } else if (problem !== null) {
    report({ type: "position-failed" });
  }
}

/** Listens to everything that may start or change an emergency; returns how to stop. */
function listen(page: Page, trigger: (how: How) => void): () => void {
  const { devices, counters, getState, lockoutNow, report, restore } = page;
  const stops = [
    counters.start(),
    devices.followSettings(),
    counters.known.subscribe(() => mirrorEmergency(devices, getState(), lockoutNow())),
    devices.onWhereabouts(() => tellPlace(page)),
    // A tab that was killed told nobody.
    devices.onShown(restore),
    devices.onOtherTab(restore),
    devices.onCopied(() => report({ type: "copied-otherwise" })),
    devices.onOtherTabsChunk((news) => report({ type: "sound-elsewhere", ...news })),
    devices.onEmergencyAnnounced(({ triggeredBy, safeWordUsed }) =>
      trigger({ kind: "real", triggeredBy, safeWord: safeWordUsed }),
    ),
    onShaken(devices, () => trigger({ kind: "real", triggeredBy: "shake", safeWord: null })),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

/** Says that something failed, unless the heart monitor hides an emergency: an ordinary one would not say it. */
function sayFailed(devices: Devices, { emergency }: EmergencyState): void {
  if (emergency !== null && isHidden(emergency)) return;
  devices.showToast(emergencyMessages.activationFailed);
}

/** The machine's state, and its effects as they are done. */
function runMachine(devices: Devices, goHome: () => void) {
  const state = observable(IDLE);
  const getState = state.get;
  const counters = createLockouts(devices);
  const report = (event: EmergencyEvent) => {
    const before = getState();
    const step = next(before, event);
    state.set(step.state);
    for (const effect of step.effects) {
      try {
        effects.run(effect, before);
      } catch {
        // What this device cannot do must not keep the other effects from being done.
        sayFailed(devices, getState());
      }
    }
  };
  const lockoutNow = () => mirroredLockout(counters.known.get().emergency, devices.wallTime());
  const giveTriesBack = () => void counters.change(() => NO_LOCKOUTS).catch(() => undefined);
  const plan = { devices, getState, report, lockoutNow, giveTriesBack, goHome };
  const effects = createEffects(plan);
  const { restore, stop } = restoringOf({ devices, getState, report });
  const hear = () => {
    const news = mirroredNews(devices);
    if (news.type === "restored" && getState().emergency !== null) report(news);
  };
  const page: Page = { devices, counters, lockoutNow, getState, report, hear, restore };
  return { page, effects, subscribe: state.subscribe, stop };
}

/** Makes a controller on a device; nothing happens before `start`. */
export function createController(devices: Devices): EmergencyController {
  let demoPin = "";
  let goHome: () => void = () => undefined;
  const { page, effects, subscribe, stop } = runMachine(devices, () => goHome());
  const { counters, getState, report } = page;
  const trigger = (how: How) => {
    try {
      // Another tab may have ended it, of which this one has not heard.
      const news = mirroredNews(devices);
      if (news.type === "ends-known") report(news);
      const trigger = triggerNow(devices, how, demoPin, getState().emergency);
      report({ type: "triggered", trigger });
    } catch {
      sayFailed(devices, getState());
    }
    effects.unasked(devices.locationPermission, devices.askPosition);
  };
  return {
    getState,
    subscribe,
    lockouts: counters.known,
    trigger,
    report,
    start: (options) => {
      ({ demoPin, goHome } = options);
      if (getState().emergency === null) report(mirroredNews(devices));
      const stopListening = listen(page, trigger);
      // Loaded now, so that neither a trigger nor the end of a recording has to ask for it.
      devices.loadSoundLength().catch(() => undefined);
      devices.loadDownloads().catch(() => undefined);
      const restored = page.restore();
      restored.then(devices.recoverInterrupted).catch(() => undefined);
      // A PIN that cannot be hashed works as it is, and is tried again at the next start.
      restored.then(() => sealPins(page)).catch(() => undefined);
      return () => {
        stopListening();
        stop();
      };
    },
    submitPin: (screen, pin, goesHome, endsNothing = false) =>
      effects.inTap(async () => {
        page.hear();
        const { emergency, call: lastCall } = getState();
        const typedIn = endsNothing ? null : (emergency?.id ?? null);
        // After every call for help, also where the clock was set back since.
        const typedAt = Math.max(devices.wallTime(), (emergency?.calledAt ?? 0) + 1);
        await ownPinKnown(page);
        const typed = { screen, pin, goesHome, typedIn, typedAt, lastCall };
        return submitPin({ ...page, demoPin }, typed);
      }),
    checkPin: async (pin) => {
      await ownPinKnown(page);
      return checkPin({ ...page, demoPin }, pin);
    },
    retryRecording: () => effects.session()?.retry(),
    place: () => chooseLocation(getState().emergency?.location ?? null, clocksOf(devices)),
    messageText: effects.body,
    saveSoundAtRisk: async () => {
      const sounds = await effects.soundAtRisk();
      return sounds.length > 0 && offer(devices, sounds);
    },
  };
}

let controller: EmergencyController | undefined;

/** The one controller of this page; made at its first use, which is never on the server. */
export function pageEmergency(): EmergencyController {
  controller ??= createController(browserDevices);
  return controller;
}
