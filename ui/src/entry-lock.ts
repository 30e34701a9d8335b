/** The early script of app pages, which runs before the first paint: it covers the page of a locked device, and takes the first taps on the emergency button. */

import { hideSecrets } from "#boot/discreet-history.ts";
import { isStartDue, takeEarlyTaps } from "#boot/early-trigger.ts";
import {
  isForgotten,
  isLockHidden,
  isPlainChosen,
  type KnownLock,
  keptLock,
  knownLock,
  knownMessages,
  mirrorLock,
} from "#boot/known-lock.ts";
import {
  type CoverLink,
  coverPage,
  hidePage,
  isAsking,
  markScripted,
  offerUnlessHydrated,
  showPage,
} from "#boot/lock-cover.ts";
import { returnToDecoy } from "#boot/return-to-lock.ts";
import { askingPatienceMs, hydrationPatienceMs } from "#content/limits.ts";
import * as paths from "#content/paths.ts";
import type { Position } from "#features/emergency/machine/state.ts";
import { smsBody } from "#features/emergency/messages/sms-message.ts";
import { moment, wallTime } from "#platform/clock.ts";
import { catchInstallOffer } from "#platform/install-offer.ts";
import { onRestored } from "#platform/page/visibility.ts";
import { messageLink } from "#platform/sms.ts";
import { callNumbersText } from "#store/settings/call-numbers.ts";

const calls: readonly CoverLink[] = callNumbersText()
  .split(" ")
  .map((number) => ({
    text: `Call ${number}`,
    href: `tel:${number}`,
  }));

/** A link to each contact's message; none when the record was edited into another shape. */
function messagesOf(lock: KnownLock): CoverLink[] {
  try {
    const { messages, text, kind, alarmedAt, triggeredAt, location } = lock;
    const body = smsBody({
      kind: kind === "test" ? "test" : "real",
      text: String(text),
      position: location as Position | null,
      at: Number(alarmedAt || triggeredAt || wallTime()),
      now: moment(),
    });
    return (messages as { name: string; phoneNumber: string }[]).map(({ name, phoneNumber }) => ({
      text: `Send to ${name || phoneNumber}`,
      href: messageLink(phoneNumber, body),
    }));
  } catch {
    return [];
  }
}

/** Takes the page's place, with what works without the app. */
function cover(title: string, lock: KnownLock): void {
  const messages = messagesOf(lock);
  const can = messages.length > 0 ? "call and send messages" : "call";
  coverPage(title, `Still loading. You can ${can} now.`, [...calls, ...messages]);
}

const coverStart = () => cover("Starting...", knownMessages());

catchInstallOffer();
hideSecrets();
markScripted();
takeEarlyTaps(coverStart);
// The back/forward cache shows the page as it was left: without what other pages did since, and with its code gate open.
onRestored(() => {
  hidePage();
  window.location.reload();
});

/** Takes the page's place on a locked device. */
function lockPage(lock: KnownLock): void {
  if (isLockHidden(lock)) {
    // Hidden until it is hydrated: the server's document has what an ordinary heart monitor has not.
    hidePage();
    returnToDecoy();
  } else {
    cover("EMERGENCY ACTIVE", lock);
  }
}

/** Hides the page until the database has answered, but not for long: it may be that nobody emptied local storage. */
function askDatabase(): void {
  hidePage("asking");
  const answered = (kept: KnownLock | null) => {
    if (!isAsking()) return;
    if (kept === null) {
      showPage();
    } else {
      mirrorLock(kept);
      lockPage(kept);
    }
  };
  void keptLock().then(answered);
  setTimeout(answered, askingPatienceMs, null);
}

const lock = knownLock();
if (lock !== null) {
  lockPage(lock);
} else if (isStartDue()) {
  coverStart();
} else if (window.location.pathname === paths.heartMonitor && isPlainChosen()) {
  // The server's document has what the plain heart monitor has not.
  hidePage();
} else {
  if (isForgotten()) askDatabase();
  if (paths.mainScreens.includes(window.location.pathname))
    offerUnlessHydrated(hydrationPatienceMs, "Still loading. You can call now.", calls);
}
