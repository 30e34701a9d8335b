/** What starts an emergency. */
import type { TimedPosition } from "#content/position.ts";

/** A trigger with all that is known at its moment. */
export interface Trigger {
  readonly id: string;
  readonly kind: "real" | "test";
  readonly triggeredBy: "button" | "voice" | "shake";
  readonly safeWord: string | null;
  readonly at: number;
  readonly text: string;
  readonly contacts: readonly { readonly name: string; readonly phoneNumber: string }[];
  readonly position: TimedPosition | null;
  readonly ownPin: string;
  /** Whether a message may open without another tap: after a tap, on a device with a messages app. */
  readonly mayOpen: boolean;
  /** Whether the heart monitor stays on the screen. */
  readonly isDisguised: boolean;
}
