/** The vocabulary of the emergency machine: its state, the events that change it, and the effects it asks for. */
import type { Message } from "#content/messages.ts";
import type { TimedPosition } from "#content/position.ts";
import type { Ended } from "./after-rules.ts";
import type { Closed } from "./closed-rules.ts";
import type { ContactMessage, GivenText } from "./contact-message.ts";
import type { CodeTried, EndsKnown, HeardEnd, Trigger } from "./inputs.ts";

/** A position and when it was taken. */
export type Position = TimedPosition;

/** An emergency that is on. */
export interface Emergency {
  readonly id: string;
  readonly kind: "real" | "test";
  readonly triggeredBy: "button" | "voice" | "shake";
  readonly triggeredAt: number;
  readonly safeWord: string | null;
  /** The person's own words for the message. */
  readonly text: string;
  readonly location: Position | null;
  readonly messages: readonly ContactMessage[];
  /** After a decoy unlock: the screen looks as if the emergency were over. */
  readonly isDecoy: boolean;
  /** The heart monitor is on the screen, by the person's own choice, until they open the lock. */
  readonly isDisguised: boolean;
  /** The hash of the person's own PIN when it began, or empty: editing the settings in storage does not end it. */
  readonly ownPin: string;
  /** How many triggers raised an alarm in it, and when the last one did, in epoch milliseconds. */
  readonly alarms: number;
  readonly alarmedAt: number;
  /** When the alarm of a trigger is due that came soon after the last one; null when none waits. */
  readonly alarmDueAt: number | null;
  /** When help was called for last, in epoch milliseconds. */
  readonly calledAt: number;
  /** Grows from one emergency to the next on this device: one that is not above the last known end is over. */
  readonly sequence: number;
  /** The ids of emergencies that gave way to it: guardians may know it by these, too. */
  readonly joined: readonly string[];
}

/** What decides whether the heart monitor is in front of the emergency. */
export type Disguise = Pick<Emergency, "isDecoy" | "isDisguised">;

/** Whether the screen shows the heart monitor and nothing of the emergency. */
export function isHidden({ isDecoy, isDisguised }: Disguise): boolean {
  return isDecoy || isDisguised;
}

/** Whether sound is being recorded now. */
type Recording =
  | { readonly phase: "off" }
  | { readonly phase: "starting" }
  | { readonly phase: "on"; readonly id: string }
  /** Another tab of the app records. */
  | { readonly phase: "elsewhere" }
  | { readonly phase: "failed"; readonly reason: string };

/** What is known of the sound from its newest chunk. */
export interface Sound {
  /** Which tab of the app recorded it. */
  readonly tab: "this" | "other";
  /** How many chunks there were; a timer for an earlier one changes nothing. */
  readonly count: number;
  /** How many of the last chunks in a row held nothing but digital silence. */
  readonly silent: number;
  /** False when the next chunk is overdue. */
  readonly isFresh: boolean;
}

/** What must have succeeded, failed or taken too long before a person is led away to the messages app. */
export type Awaited = "disk" | "recorder";

/** Everything the screens show. */
export interface EmergencyState {
  readonly emergency: Emergency | null;
  /** The emergency that ended last on this page; a late read does not bring it back. */
  readonly endedId: string | null;
  /** When the code was typed that ended it here; 0 when it ended elsewhere. */
  readonly endedAt: number;
  /** The highest sequence of an emergency that this page knows of, on or over. */
  readonly newest: number;
  /** Whether the database was read. Before, nobody can say that no emergency is on. */
  readonly isRead: boolean;
  /** Whether the database knows the emergency that is on; before, only its lock is shown. */
  readonly isConfirmed: boolean;
  /** What is to be told of an emergency that ended here before the database confirmed that it was on. */
  readonly untold: readonly TellGuardians[];
  /** How an emergency ended by a code on this page; null before, and once the next one begins. */
  readonly ended: Ended | null;
  readonly recording: Recording;
  /** Null before the first chunk of sound. */
  readonly sound: Sound | null;
  /** Whether the browser asks the person for the microphone now, so that nothing may cover the question. */
  readonly isMicrophoneAsked: boolean;
  /** False when the present sound is only in memory, because the device would not store it. */
  readonly isEvidenceKept: boolean;
  /** Whether sound of a part before the present one is only in memory. */
  readonly isSoundAtRisk: boolean;
  /** False when the browser would not keep the screen on. */
  readonly isScreenKeptOn: boolean;
  /** The number whose message is being opened in the messages app. */
  readonly launching: string | null;
  /** How many times the messages app was opened, for timers of earlier times. */
  readonly launches: number;
  /** The text with which it was opened last. */
  readonly launched: GivenText;
  /** The number for which no messages app seemed to open. */
  readonly unseen: string | null;
  /** The number whose messages app may have opened: the page was left for a moment, and the person is asked. */
  readonly unclear: string | null;
  /**
   * What the first message still waits for, besides a location, before it opens without another tap. Null when every
   * message needs a tap of its own: a browser allows one launch, soon after a tap.
   */
  readonly awaits: readonly Awaited[] | null;
  readonly isAnnounced: boolean;
  /** Whether a test's message reached the clipboard; null while that was not tried. */
  readonly isCopied: boolean | null;
  /** The text of a message that this page put on the clipboard, and that a code takes off it; null when none is known there. */
  readonly copied: string | null;
  /** The text that the person took along, by the clipboard or the share sheet, to send it another way; null when none. */
  readonly takenText: GivenText | null;
  /** The last call for help on this page since it was calm. The end of the emergency that it met may have come before it. */
  readonly call: Trigger | null;
}

/** No emergency. */
export const IDLE: EmergencyState = {
  emergency: null,
  endedId: null,
  endedAt: 0,
  newest: 0,
  isRead: false,
  isConfirmed: true,
  untold: [],
  ended: null,
  recording: { phase: "off" },
  sound: null,
  isMicrophoneAsked: false,
  isEvidenceKept: true,
  isSoundAtRisk: false,
  isScreenKeptOn: true,
  launching: null,
  launches: 0,
  launched: { hadPlace: false, alarm: 0 },
  unseen: null,
  unclear: null,
  awaits: null,
  isAnnounced: false,
  isCopied: null,
  copied: null,
  takenText: null,
  call: null,
};

/** What guardians are told. `again` is another trigger while it goes on, `opened` a screen that was unlocked with the public code. */
export type GuardianNewsKind = "started" | "again" | "opened" | "ended";

/** What the recorder reports. */
export type RecorderEvent =
  | { readonly type: "recording-starting" }
  | { readonly type: "recording-elsewhere" }
  | { readonly type: "recording-started"; readonly id: string }
  | { readonly type: "recording-failed"; readonly reason: string }
  | { readonly type: "recording-stopped"; readonly closed: Closed }
  /** A chunk was written: onto the disk, or only into memory. `level` is its loudest sample, null when unknown. */
  | { readonly type: "sound-written"; readonly isKept: boolean; readonly level: number | null }
  | { readonly type: "evidence-changed"; readonly isKept: boolean }
  /** Of sound of earlier parts: whether any is only in memory. */
  | { readonly type: "risk-changed"; readonly isAtRisk: boolean };

/** What a timer of the machine reports when its time is up. */
export type TimerEvent =
  /** The timers of a first message name the kind of their emergency, because a test may have become a real one since. */
  | { readonly type: "overdue"; readonly kind: Emergency["kind"]; readonly what: Awaited }
  | { readonly type: "answer-overdue"; readonly kind: Emergency["kind"] }
  | { readonly type: "gesture-expired"; readonly kind: Emergency["kind"] }
  | { readonly type: "alarm-due"; readonly alarms: number; readonly at: number }
  | { readonly type: "sound-overdue"; readonly count: number }
  | { readonly type: "launch-unseen"; readonly launch: number }
  | { readonly type: "practice-copy-due" }
  | { readonly type: "practice-list-due" }
  | { readonly type: "closed-toast-due"; readonly closed: Closed };

/** An event with the emergency that it belongs to. Left over from another one, it changes nothing. */
export type Owned<Event> = Event & { readonly emergencyId: string };

/** Everything that can happen. */
export type EmergencyEvent =
  | { readonly type: "triggered"; readonly trigger: Trigger }
  /** The database has an emergency that is on, or, read first, local storage has: that may be late by several ends. */
  | {
      readonly type: "restored";
      readonly emergency: Emergency;
      readonly from: "database" | "mirror";
    }
  | EndsKnown
  | { readonly type: "position-found"; readonly position: Position }
  | { readonly type: "position-failed" }
  /** The person copied something on the page, which took the place of what was on the clipboard. */
  | { readonly type: "copied-otherwise" }
  | Owned<
      | RecorderEvent
      | TimerEvent
      | (HeardEnd & { readonly type: "ended-elsewhere" })
      /** The person has read that it is over. */
      | { readonly type: "end-seen" }
      /** Nobody looked at the screen that says so for a while. */
      | { readonly type: "end-hidden" }
      | { readonly type: "microphone-asked" }
      /** Another tab stored a chunk. */
      | { readonly type: "sound-elsewhere"; readonly level: number | null }
      /** The own PIN, which was in clear, is a hash now. */
      | { readonly type: "pin-sealed"; readonly ownPin: string }
      /** The disk has it, with this sequence: above every end, of which the page may not have known. */
      | { readonly type: "state-kept"; readonly sequence: number }
      /** The person opened the lock behind the disguise. */
      | { readonly type: "lock-opened" }
      | { readonly type: "screen-changed"; readonly isKeptOn: boolean }
      /** `hasPlace` is whether its text holds the location: one that is too old is left out. */
      | {
          readonly type: "message-requested";
          readonly phoneNumber: string;
          readonly hasPlace: boolean;
        }
      /** The page was left after a launch. */
      | { readonly type: "launch-unclear"; readonly phoneNumber: string }
      /** The page stayed hidden: another app is in front of it. */
      | { readonly type: "app-left" }
      /** The person says whether the messages app opened. */
      | {
          readonly type: "launch-answered";
          readonly phoneNumber: string;
          readonly hasOpened: boolean;
        }
      | { readonly type: "message-confirmed"; readonly phoneNumber: string }
      | { readonly type: "message-copied"; readonly isCopied: boolean }
      /** A message's text is on the clipboard. */
      | { readonly type: "text-copied"; readonly text: string }
      | { readonly type: "text-taken"; readonly hasPlace: boolean }
    >
  | CodeTried;

/** Note what the guardians are to be told; it is sent beside everything else, and nothing waits for it. */
export interface TellGuardians {
  readonly type: "tell-guardians";
  readonly emergencyId: string;
  readonly kind: Emergency["kind"];
  readonly what: GuardianNewsKind;
  /** Of another alarm, when it was raised or due: the same in all tabs, and after a kill. */
  readonly alarmedAt?: number;
  /** Of an end, when the code was typed: what two pages tell of it is the same. */
  readonly endedAt?: number;
  /** Guardians are told once, and only where they were told that it began: the database may never have had the emergency. */
  readonly needsBeginning?: true;
}

/** What the machine asks for; `controller/effects.ts` does it. */
export type EmergencyEffect =
  /** Store the state as it is now. */
  | { readonly type: "keep" }
  | { readonly type: "start-recording"; readonly emergencyId: string; readonly isResumed: boolean }
  | TellGuardians
  | { readonly type: "stop-recording" }
  /** Let go of the sound of a recording that ended, which is only in memory. */
  | { readonly type: "forget-sound" }
  /** Tell the other tabs that a chunk was stored. */
  | { readonly type: "tell-chunk"; readonly emergencyId: string; readonly level: number | null }
  /** Go on for another tab's emergency, which was first: the recorder reports in its name from now on. */
  | { readonly type: "adopt"; readonly emergencyId: string }
  | { readonly type: "follow-position" }
  /** Begin what waited behind the disguise because the browser would have asked the person. */
  | { readonly type: "ask-openly" }
  | { readonly type: "leave-position" }
  | { readonly type: "hold-page" }
  | { readonly type: "release-page" }
  | { readonly type: "keep-screen-on" }
  | { readonly type: "release-wake-lock" }
  | { readonly type: "open-message"; readonly phoneNumber: string }
  | { readonly type: "copy-message" }
  /** Take the copied text off the clipboard, in the tap of the code. */
  | { readonly type: "empty-clipboard" }
  /** Report an event after `ms` milliseconds. */
  | { readonly type: "wait"; readonly ms: number; readonly event: Owned<TimerEvent> }
  /** Report an event when the wall clock shows `at`, and after `mostMs` milliseconds whatever it shows. */
  | {
      readonly type: "wait-until";
      readonly at: number;
      readonly mostMs: number;
      readonly event: Owned<TimerEvent>;
    }
  | { readonly type: "toast"; readonly message: Message }
  /** Every failed code is forgotten, and every screen for a code is open again. */
  | { readonly type: "give-tries-back" }
  | { readonly type: "go-home" };
