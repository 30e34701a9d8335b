/** The first script of app pages, run before anything is painted: a locked device shows its lock, or nothing. */

import { type KnownLock, knownLock } from "#boot/known-lock.ts";
import {
  type CoverLink,
  coverPage,
  hidePage,
  offerIfLifeless,
  showScripted,
} from "#boot/lock-cover.ts";
import { returnToDecoy } from "#boot/return-to-lock.ts";
import { emergencyNumbers, emergencyTimes } from "#content/limits.ts";
import * as paths from "#content/paths.ts";
import type { Position } from "#features/emergency/machine/state.ts";
import { smsBody } from "#features/emergency/messages/sms-message.ts";
import { wallTime } from "#platform/clock.ts";
import { messageLink } from "#platform/sms.ts";

const calls: readonly CoverLink[] = emergencyNumbers.map((number) => ({
  text: `Call ${number}`,
  href: `tel:${number}`,
}));

/** A link to each contact's message. The record may have been edited: what does not fit gives no link. */
function messagesOf(lock: KnownLock): CoverLink[] {
  try {
    const { messages, text, kind, triggeredAt, location } = lock;
    const body = smsBody({
      kind: kind === "test" ? "test" : "real",
      text: String(text),
      position: location as Position | null,
      at: Number(triggeredAt),
      now: wallTime(),
    });
    return (messages as { name: string; phoneNumber: string }[]).map(({ name, phoneNumber }) => ({
      text: `Send to ${name || phoneNumber}`,
      href: messageLink(phoneNumber, body),
    }));
  } catch {
    return [];
  }
}

showScripted();
const lock = knownLock();
if (lock?.isDecoy === true) {
  if (returnToDecoy()) hidePage();
} else if (lock !== null) {
  const sentence = "The lock is opening. Calls and messages work already.";
  coverPage("EMERGENCY ACTIVE", sentence, [...calls, ...messagesOf(lock)]);
} else if (paths.mainScreens.includes(window.location.pathname)) {
  offerIfLifeless(emergencyTimes.lifelessMs, "The app is not here yet. Calls work already.", calls);
}
