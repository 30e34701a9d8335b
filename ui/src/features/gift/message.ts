/** The texts with which a gift is handed on (spec section 2, "/gift" and "/download-success"). */
import { priceLabel } from "#content/limits.ts";
import { giftFeatures } from "#content/offer.ts";

/** The ready-made message: link, features, demo PIN and what the gift is worth. */
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

/** The share text of spec section 2. */
export function shareText(link: string): string {
  return `I've gifted you a discreet emergency safety app! Download it here: ${link}`;
}
