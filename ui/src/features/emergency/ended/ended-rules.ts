/** What the screen after an emergency says of its recording, and of who was told. */
import { recordingMessages } from "#content/messages.ts";
import { type Closed, closedClaim } from "../machine/closed-rules.ts";
import type { ContactMessage } from "../machine/contact-message.ts";

/** Whether guardians were alarmed, and whether the alarm is on its way to one of their phones at least. */
type AlarmReach = "nobody" | "waiting" | "reached";

const IN_MEMORY =
  "What was not stored is in memory only. Save it now: it is lost when you close this screen or the app.";

/** What became of the sound that is not stored. */
function restText({ isOffered }: Closed): string {
  if (isOffered === null) return "Saving it as a file is not finished: please keep this app open.";
  return isOffered ? recordingMessages.offered : IN_MEMORY;
}

/** The list of recordings says whether this one does (`playback/storage-state.ts`). */
const MAY_GO = "Some browsers delete recordings after a while.";

/** The texts; `where` says where the sound is, and is null where nothing is to be shown. */
export function endedTexts(
  closed: Closed | null,
  isClosing: boolean,
): { readonly heading: string; readonly note: string; readonly where: string | null } {
  const over = "Emergency ended.";
  const none = { heading: over, where: null };
  if (closed === null && isClosing) return { ...none, note: "Saving the recording..." };
  const claim = closed === null ? "nothing" : closedClaim(closed);
  const rest = closed === null ? "" : restText(closed);
  switch (claim) {
    case "saved":
      return {
        heading: `${over} Recording saved.`,
        note: "Nothing more is recorded.",
        where: `It is on this device. You can listen to it and download it. ${MAY_GO}`,
      };
    case "partly-saved":
      return {
        heading: `${over} Recording only partly saved.`,
        note: `This device would not store all of it. ${rest}`,
        where: `The part that was saved is on this device. ${MAY_GO}`,
      };
    case "not-saved":
      return {
        heading: `${over} Recording not saved.`,
        note: `This device would not store it. ${rest}`,
        where: null,
      };
    case "nothing":
      return {
        ...none,
        note: `No recording was finished here. What was stored before is on this device. ${MAY_GO}`,
      };
  }
}

const wasOpened = (messages: readonly ContactMessage[]): boolean =>
  messages.some(({ status }) => status !== "prepared");

/** What is said of the messages on the phone itself; null where none was opened. */
export const leftText = (messages: readonly ContactMessage[]): string | null =>
  wasOpened(messages)
    ? "Your messages app may still show the text. Delete it there if someone checks your phone."
    : null;

/**
 * Who may know of this emergency, whatever was sent in an earlier one: of a message that was opened nobody knows whether it
 * was sent.
 */
export function toldText(messages: readonly ContactMessage[], alarm: AlarmReach): string {
  if (wasOpened(messages)) {
    return "People who got a message from you may worry until they hear from you. You press send.";
  }
  switch (alarm) {
    case "nobody":
      return "No message was opened in this emergency, so probably nobody was told of it. You press send.";
    case "waiting":
      return "No message was opened in this emergency, and as far as this phone knows no guardian got the alarm. You press send.";
    case "reached":
      return "No message was opened in this emergency. The alarm left for a guardian's phone all the same. You press send.";
  }
}
