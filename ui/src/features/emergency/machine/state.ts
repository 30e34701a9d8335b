/** The words in which the emergency machine thinks: its state, what happens to it, what it asks for. */
import type { Message } from "#content/messages.ts";

/** A position and the epoch milliseconds it was taken at. */
export interface Position {
  readonly latitude: number;
  readonly longitude: number;
  readonly accuracy: number;
  readonly timestamp: number;
}

/** A code that unlocks: the person's own, the demo PIN, or the demo PIN where it only opens the decoy. */
export type UnlockingCode = "own" | "demo" | "decoy";

/** How far a contact's message got. The web cannot know more than that it left for the messages app. */
export type MessageStatus = "prepared" | "opened" | "confirmed";

/** One contact's message. */
export interface ContactMessage {
  readonly name: string;
  readonly phoneNumber: string;
  readonly status: MessageStatus;
  /** Whether it held the place when it was opened last. */
  readonly hadPlace: boolean;
}

/** An emergency that is going on. */
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
  /** The demo PIN was typed: the screen pretends that all is over. */
  readonly isDecoy: boolean;
  /** The person's own PIN when it began, or empty: what is edited later in storage does not end it. */
  readonly ownPin: string;
}

/** Whether sound is being taken right now. */
export type Recording =
  | { readonly phase: "off" }
  | { readonly phase: "starting" }
  | { readonly phase: "on"; readonly id: string }
  /** Another tab of the app records. */
  | { readonly phase: "elsewhere" }
  | { readonly phase: "failed"; readonly reason: string };

/** Everything the screens show. */
export interface EmergencyState {
  readonly emergency: Emergency | null;
  /** The emergency that ended last on this page: nothing read late may bring it back. */
  readonly endedId: string | null;
  readonly recording: Recording;
  /** False when sound is only in memory, because the device would not keep it. */
  readonly isEvidenceKept: boolean;
  /** False when the browser would not keep the screen on. */
  readonly isScreenKeptOn: boolean;
  /** The number whose messages app is opening now. */
  readonly launching: string | null;
  /** The number whose messages app did not seem to open. */
  readonly unseen: string | null;
  /** Whether the first message may still open by itself: a browser wants a recent tap for that. */
  readonly mayOpen: boolean;
  /** Whether state and recording are settled, so that leaving for another app loses nothing. */
  readonly isMessageDue: boolean;
  readonly isAnnounced: boolean;
  /** Whether a test's message reached the clipboard; null while it was not tried. */
  readonly isCopied: boolean | null;
}

/** What starts an emergency. */
export interface Trigger {
  readonly id: string;
  readonly kind: "real" | "test";
  readonly triggeredBy: "button" | "voice" | "shake";
  readonly safeWord: string | null;
  readonly at: number;
  readonly text: string;
  readonly contacts: readonly { readonly name: string; readonly phoneNumber: string }[];
  readonly position: Position | null;
  readonly ownPin: string;
  /** Whether a message may open by itself: after a tap, on a device that has a messages app. */
  readonly mayOpen: boolean;
}

/** What can happen. */
export type EmergencyEvent =
  | { readonly type: "triggered"; readonly trigger: Trigger }
  | { readonly type: "restored"; readonly emergency: Emergency }
  | { readonly type: "ended-elsewhere"; readonly id: string }
  | { readonly type: "position-found"; readonly position: Position }
  | { readonly type: "position-failed" }
  | { readonly type: "recording-starting" }
  | { readonly type: "recording-elsewhere" }
  | { readonly type: "recording-started"; readonly id: string }
  | { readonly type: "recording-failed"; readonly reason: string }
  | { readonly type: "recording-stopped"; readonly kilobytes: number | null }
  | { readonly type: "evidence-changed"; readonly isKept: boolean }
  | { readonly type: "screen-changed"; readonly isKeptOn: boolean }
  | { readonly type: "message-due" }
  | { readonly type: "gesture-expired" }
  | { readonly type: "message-requested"; readonly phoneNumber: string }
  | { readonly type: "app-left" }
  | { readonly type: "launch-unseen" }
  | { readonly type: "message-confirmed"; readonly phoneNumber: string }
  | { readonly type: "message-copied"; readonly isCopied: boolean }
  | { readonly type: "practice-listed" }
  | {
      readonly type: "unlocked";
      readonly meaning: UnlockingCode;
      readonly goesHome: boolean;
    };

/** What the runner does at the edge. */
export type EmergencyEffect =
  | { readonly type: "keep" }
  | { readonly type: "start-recording"; readonly isResumed: boolean }
  | { readonly type: "stop-recording" }
  | { readonly type: "follow-position" }
  | { readonly type: "leave-position" }
  | { readonly type: "hold-page" }
  | { readonly type: "release-page" }
  | { readonly type: "keep-screen-on" }
  | { readonly type: "let-screen-sleep" }
  | { readonly type: "prepare-message" }
  | { readonly type: "open-message"; readonly phoneNumber: string }
  | { readonly type: "practise" }
  | { readonly type: "toast"; readonly message: Message }
  /** A toast that waits until the one before it could be read, because only one is shown at a time. */
  | { readonly type: "later-toast"; readonly message: Message }
  | { readonly type: "go-home" };

/** A state and what to do about it, in that order. */
export interface Step {
  readonly state: EmergencyState;
  readonly effects: readonly EmergencyEffect[];
}
