/** Does what the emergency machine asks for: calls the device, and reports back what came of it. */
import { chooseLocation } from "#content/position.ts";
import type { Moment } from "#content/time.ts";
import { placeOf } from "#store/guardians/guardian-news.ts";
import type { Devices } from "../devices/devices.ts";
import {
  type EmergencyEffect,
  type EmergencyEvent,
  type EmergencyState,
  isHidden,
} from "../machine/state.ts";
import { msUntil } from "../machine/step.ts";
import { watchLaunch } from "../messages/launch-watch.ts";
import { smsBody } from "../messages/sms-message.ts";
import { type RecordingSession, startSession } from "../recording/session.ts";
import { copiedTextOf } from "./copied-text.ts";
import { holding } from "./holding.ts";
import { keepingOf } from "./keeping.ts";
import type { MirroredLockout } from "./records.ts";

/** What running effects needs from the controller. */
export interface EffectsPlan {
  readonly devices: Devices;
  readonly getState: () => EmergencyState;
  readonly report: (event: EmergencyEvent) => void;
  /** What the record says of wrong PINs. */
  readonly lockoutNow: () => MirroredLockout;
  /** Forgets every failed code. */
  readonly giveTriesBack: () => void;
  readonly goHome: () => void;
}

/** Runs effects, and holds what they began. */
export interface Effects {
  /** Does one effect. `before` is the state that the event met. */
  readonly run: (effect: EmergencyEffect, before: EmergencyState) => void;
  readonly session: () => RecordingSession | null;
  /** The sound that is only in memory, of a recording that goes on or ended: of each part one file. */
  readonly soundAtRisk: () => Promise<readonly Blob[]>;
  /** The body of a message as it would be sent now; null when no emergency is on. */
  readonly body: () => string | null;
  readonly unasked: Unasked;
  /** Tries a code in its tap; what it unlocks may empty the clipboard. */
  readonly inTap: <T>(tryCode: () => Promise<T>) => Promise<T>;
}

/** Does something that needs a permission. Behind the heart monitor it waits for the lock where the browser would ask. */
type Unasked = (permission: () => Promise<PermissionState>, act: () => void) => void;

/** What each type of effect does. */
type Handlers = {
  readonly [T in EmergencyEffect["type"]]: (
    effect: Extract<EmergencyEffect, { type: T }>,
    before: EmergencyState,
  ) => void;
};

const nothing = () => undefined;

/** Both clocks of the device, now. */
export function clocksOf(devices: Devices): Moment {
  return { wall: devices.wallTime(), running: devices.runningTime() };
}

/** What must not make the browser ask while the heart monitor hides an emergency: a question for the microphone tells. */
function askingOf({ getState }: EffectsPlan) {
  let waiting: (() => void)[] = [];
  const isUnseen = () => {
    const { emergency } = getState();
    return emergency !== null && isHidden(emergency);
  };
  const unasked: Unasked = (permission, act) => {
    if (!isUnseen()) return act();
    const mine = waiting;
    const settle = (state: PermissionState) => {
      // The emergency may have ended meanwhile.
      if (mine !== waiting) return;
      if (state === "prompt" && isUnseen()) waiting.push(act);
      else act();
    };
    permission().then(settle, () => settle("prompt"));
  };
  return {
    unasked,
    /** Whether doing it now asks nothing, or openly. */
    mayAsk: async (permission: () => Promise<PermissionState>) =>
      !isUnseen() || (await permission().catch(() => "prompt")) !== "prompt",
    askOpenly: () => {
      for (const act of waiting.splice(0)) act();
    },
    forget: () => {
      waiting = [];
    },
  };
}

/** A note that is later than that, in milliseconds, is one of a page that was opened after a kill. */
const LATE_MS = 5_000;

/**
 * Notes for the guardians. Nobody waits for it; it waits for the disk, which may find that another tab was first. A call for help is
 * told with its own time, which may be long ago. The age of a place would count from that time, so none is told then.
 */
function newsOf({ devices, getState }: EffectsPlan, settled: () => Promise<unknown>) {
  type News = Extract<EmergencyEffect, { type: "tell-guardians" }>;
  return (news: News, before: EmergencyState) => {
    const { emergencyId, kind, what, alarmedAt, endedAt, needsBeginning } = news;
    const emergency = getState().emergency ?? before.emergency;
    const now = clocksOf(devices);
    const happenedAt = what === "started" ? emergency?.triggeredAt : (alarmedAt ?? endedAt);
    // Earlier releases stored none.
    const at = happenedAt || now.wall;
    const choice = chooseLocation(emergency?.location ?? null, now);
    const ageMs = choice.kind === "none" || Math.abs(now.wall - at) > LATE_MS ? null : choice.ageMs;
    const place = choice.kind === "none" ? null : placeOf(choice.position, ageMs);
    const note = () => {
      // What called for help in an emergency that was over began another one.
      const { emergency: on, endedId } = getState();
      if (what === "again" && endedId === emergencyId) return;
      const id = what === "ended" ? emergencyId : (on?.id ?? emergencyId);
      const isDrill = kind === "test";
      const noted = { emergencyId: id, what, isDrill, at, alarmedAt, place };
      return devices.noteGuardianNews(noted, needsBeginning);
    };
    void settled().catch(nothing).then(note).catch(nothing);
  };
}

/** The messages of the emergency that is on. */
function messagesOf({ devices, getState, report }: EffectsPlan) {
  const body = () => {
    const { emergency } = getState();
    if (emergency === null) return null;
    const { kind, text, location, alarmedAt, triggeredAt } = emergency;
    // Earlier releases stored the beginning only.
    const at = alarmedAt || triggeredAt;
    return smsBody({ kind, text, position: location, at, now: clocksOf(devices) });
  };
  const withBody = (use: (text: string, emergencyId: string) => void) => {
    const text = body();
    const id = getState().emergency?.id;
    if (text !== null && id !== undefined) use(text, id);
  };
  const launch = holding();
  return {
    body,
    open: (phoneNumber: string) =>
      withBody((text, emergencyId) => {
        launch.hold(() =>
          watchLaunch(devices, {
            onLeft: () => report({ type: "launch-unclear", emergencyId, phoneNumber }),
            onStayedAway: () => report({ type: "app-left", emergencyId }),
          }),
        );
        devices.openSms(phoneNumber, text);
      }),
    copy: () =>
      withBody((text, emergencyId) => {
        const tell = (isCopied: boolean) => {
          report({ type: "message-copied", emergencyId, isCopied });
          if (isCopied) report({ type: "text-copied", emergencyId, text });
        };
        void devices.copyText(text).then(tell);
      }),
  };
}

/** The recorder and the screen's wake lock, which report in the name of the emergency that they serve. */
function servicesOf(
  { devices, report }: EffectsPlan,
  settled: () => Promise<unknown>,
  mayOpen: () => Promise<boolean>,
) {
  let service = { emergencyId: "" };
  let session: RecordingSession | null = null;
  /** The last one, until it is closed, and after that while it has sound that no other place has. */
  let closing: RecordingSession | null = null;
  const screen = holding();
  const record = (mine: { readonly emergencyId: string }, isResumed: boolean) => {
    session = startSession({
      devices,
      mayOpen,
      isResumed,
      earlier: closing?.atRisk,
      report: (event) => report({ ...event, emergencyId: mine.emergencyId }),
      settledId: async () => {
        await settled().catch(nothing);
        return mine.emergencyId;
      },
    });
    const asked = (permission: PermissionState) => {
      const event = { type: "microphone-asked", emergencyId: mine.emergencyId } as const;
      if (permission === "prompt") report(event);
    };
    devices.microphonePermission().then(asked, nothing);
  };
  return {
    session: () => session,
    soundAtRisk: async () => (session ?? closing)?.soundAtRisk() ?? [],
    forgetSound: () => {
      closing = null;
    },
    /** Serves an emergency from now on. Returns how to record for it, which may have to wait. */
    serve: (emergencyId: string, isResumed: boolean) => {
      const mine = { emergencyId };
      service = mine;
      return () => record(mine, isResumed);
    },
    stop: () => {
      const mine = session;
      session = null;
      closing = mine ?? closing;
      void mine?.stop().then((isOffered) => {
        if (closing === mine && isOffered) closing = null;
      });
    },
    /** Another tab's emergency was first: this page serves it from now on. */
    adopt: (emergencyId: string) => {
      service.emergencyId = emergencyId;
    },
    keepScreenOn: () => {
      const mine = service;
      screen.hold(() =>
        devices.keepScreenOn((isKeptOn) =>
          report({ type: "screen-changed", emergencyId: mine.emergencyId, isKeptOn }),
        ),
      );
    },
    releaseWakeLock: screen.release,
  };
}

/** Makes the runner; nothing happens before its first effect. */
export function createEffects(plan: EffectsPlan): Effects {
  const { devices, getState, report, giveTriesBack, goHome } = plan;
  const storing = keepingOf(plan);
  const messages = messagesOf(plan);
  const copiedText = copiedTextOf(plan);
  const asking = askingOf(plan);
  const mayOpen = () => asking.mayAsk(devices.microphonePermission);
  const services = servicesOf(plan, storing.settled, mayOpen);
  const tellGuardians = newsOf(plan, storing.settled);
  const [position, page] = [holding(), holding()];
  const handlers: Handlers = {
    keep: (_effect, before) => storing.keep(before),
    "start-recording": ({ emergencyId, isResumed }) => {
      const record = services.serve(emergencyId, isResumed);
      // A microphone that heard the word is open already, which not every browser says when it is asked.
      const isOpen = getState().emergency?.triggeredBy === "voice" && !isResumed;
      if (isOpen) record();
      else asking.unasked(devices.microphonePermission, record);
    },
    "tell-guardians": tellGuardians,
    "stop-recording": () => {
      asking.forget();
      services.stop();
    },
    "forget-sound": services.forgetSound,
    "tell-chunk": devices.tellChunk,
    adopt: ({ emergencyId }) => services.adopt(emergencyId),
    "follow-position": () =>
      asking.unasked(devices.locationPermission, () => position.hold(devices.followPosition)),
    "ask-openly": asking.askOpenly,
    "leave-position": position.release,
    "hold-page": () => page.hold(devices.holdNavigation),
    "release-page": page.release,
    "keep-screen-on": services.keepScreenOn,
    "release-wake-lock": services.releaseWakeLock,
    "open-message": ({ phoneNumber }) => messages.open(phoneNumber),
    "copy-message": messages.copy,
    "empty-clipboard": copiedText.remove,
    "wait-until": ({ at, mostMs, event }) =>
      devices.after(msUntil(at, mostMs, devices.wallTime()), () => report(event)),
    wait: ({ ms, event }) => devices.after(ms, () => report(event)),
    toast: ({ message }) => void devices.showToast(message),
    "give-tries-back": giveTriesBack,
    "go-home": goHome,
  };
  const run = (effect: EmergencyEffect, before: EmergencyState) => {
    const handle = handlers[effect.type] as (
      effect: EmergencyEffect,
      before: EmergencyState,
    ) => void;
    handle(effect, before);
  };
  const { session, soundAtRisk } = services;
  const { unasked } = asking;
  return { run, session, soundAtRisk, body: messages.body, unasked, inTap: copiedText.inTap };
}
