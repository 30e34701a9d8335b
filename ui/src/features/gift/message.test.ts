/** Claims about the texts for a recipient. */

import { expect, test } from "vitest";
import * as paths from "#content/paths.ts";
import { priceLabel } from "#content/price.ts";
import { giftMessage, shareText } from "./message.ts";

const link = `https://example.org${paths.giftPage("abc234")}`;

test("the full message has the link, the features, the demo PIN and the value", () => {
  const message = giftMessage(link, "4321");
  expect(message).toContain(link);
  expect(message).toContain("- Voice activation");
  expect(message).toContain("- Stealth heart-monitor disguise");
  expect(message).toContain("Demo PIN: 4321");
  expect(message).toContain(`${priceLabel} value`);
  expect(message).not.toContain("gift-redeem");
});

test("the share text is one sentence with the link", () => {
  expect(shareText(link)).toBe(
    `I've gifted you a discreet emergency safety app! Download it here: ${link}`,
  );
});
