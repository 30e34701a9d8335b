/** A person's phone and a guardian's, linked through the settings. */
import { expect } from "vitest";
import type { Push } from "./browser.ts";
import { copiedText, keepCopies } from "./clipboard.ts";
import { openSetting, preparedPhone } from "./pages.ts";
import { openPhone, type Phone, type PhonePlan } from "./phone.ts";

/** Makes a link in the settings and returns its URL. */
async function makeLink(phone: Phone): Promise<string> {
  await openSetting(phone, "Guardians");
  await phone.press("Add a guardian");
  await phone.fill("Guardian's name", "Ben");
  await phone.press("Make a link");
  await keepCopies(phone);
  await phone.press("Copy the link");
  const link = await copiedText(phone);
  expect(link).toContain("/watch#");
  return link;
}

/** Links Ben's phone to Mia's; hers may begin with more than the usual. */
export async function linkPhones(
  origin: string,
  push: Push | null,
  hers: Partial<PhonePlan> = {},
): Promise<{ readonly her: Phone; readonly his: Phone }> {
  const her = await preparedPhone(origin, {}, hers);
  const his = await openPhone({ origin, push });
  await his.go(await makeLink(her));
  // An iPhone shows notifications only for pages on the Home Screen, which this browser has not.
  if (push === null) await his.press("Go on here, without notifications");
  await his.fill("Who sent you this link?", "Mia");
  await his.press("Be a guardian");
  await her.press("The same digits");
  return { her, his };
}
