/** The texts for sending a gift link. */

import { giftFeatures } from "#content/offer.ts";
import { priceLabel } from "#content/price.ts";

/** The gift message: link, features, demo PIN and value. */
export function giftMessage(link: string, demoPin: string): string {
  return [
    "I've gifted you a discreet emergency safety app!",
    "",
    `Open your gift here: ${link}`,
    "",
    "What you get:",
    ...giftFeatures.map((feature) => `- ${feature}`),
    "",
    `Demo PIN: ${demoPin} (please set your own)`,
    `${priceLabel} value - already paid, with lifetime access.`,
  ].join("\n");
}

/** The text for the share sheet. */
export function shareText(link: string): string {
  return `I've gifted you a discreet emergency safety app! Download it here: ${link}`;
}

/** What the buyer does after the payment; the recipient is named by the address, where it is known. */
export function sendTitle(recipientEmail: string | null): string {
  return `Now send ${recipientEmail ?? "your friend"} the link`;
}
