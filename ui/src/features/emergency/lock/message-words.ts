/** What the lock says of a contact's message: never more than the person did or said. */

import type { ContactMessage } from "../machine/contact-message.ts";
import { isDue, lacksPlace } from "../machine/messages.ts";
import type { Emergency } from "../machine/state.ts";

const statusTexts = {
  prepared: "Message ready - tap to send",
  opened: "Message opened. Press send in your messages app.",
  confirmed: "You confirmed that it was sent.",
} as const;

/** The status of a message in one sentence; `hasPlace` is whether its text would hold the location now. */
export function messageText(
  emergency: Emergency,
  message: ContactMessage,
  hasPlace: boolean,
): string {
  if (message.status !== "prepared" && isDue(emergency, message)) {
    return "You asked for help again. Tap to send another message.";
  }
  return lacksPlace(message, hasPlace)
    ? "It was opened without your location, which is known now. Send again to add it."
    : statusTexts[message.status];
}
