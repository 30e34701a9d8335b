/** The pages after a payment in a real browser: nothing on them moves by itself. */

import type { BrowserContextOptions, Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { priceLabel } from "#content/price.ts";
import { cards, openCheckout, payEmbedded } from "./buying.ts";
import { offerInstall } from "./fakes.ts";
import { noteShifts, shiftsOf } from "./late-form.ts";
import { enlargeText } from "./look.ts";
import { scriptsOf } from "./slow-phone.ts";
import { inShell, manyBuyers, stage } from "./stage.ts";
import { untilSettled } from "./still.ts";

const on = stage({ ...manyBuyers, ...inShell });

type Kept = Exclude<BrowserContextOptions["storageState"], undefined>;
let giver: Kept;
let owner: Kept;

/** What a browser keeps after `buy`. */
async function keptAfter(buy: (page: Page) => Promise<void>): Promise<Kept> {
  const { page, context, close } = await on.visit();
  await buy(page);
  const kept = await context.storageState();
  await close();
  return kept;
}

beforeAll(async () => {
  giver = await keptAfter(async (page) => {
    await page.goto("/gift");
    await page.getByLabel("Your Email Address").fill("ann@example.org");
    await page.getByLabel("Friend's Email Address").fill("friend@example.org");
    await page.getByRole("button", { name: "Continue to Payment" }).click();
    await payEmbedded(page, `Complete Gift Purchase - ${priceLabel}`, cards.pays);
    await page.getByText("The app has been gifted to friend@example.org.").waitFor();
  });
  owner = await keptAfter(async (page) => {
    await openCheckout(page, "bea@example.org");
    await payEmbedded(page, `Complete Purchase - ${priceLabel}`, cards.pays);
    await page.getByText("Verified for: bea@example.org").waitFor();
  });
});

/** `textSize` is in percent of the usual size. */
type Size = { readonly width: number; readonly textSize: 100 | 200 };
const sizes: readonly Size[] = [
  { width: 320, textSize: 100 },
  { width: 320, textSize: 200 },
  { width: 360, textSize: 100 },
  { width: 1280, textSize: 100 },
];

/** A browser that shows the whole page, whose scripts come when the test lets them. */
async function visitLate({ width, textSize }: Size, storageState?: Kept) {
  const visit = await on.visit({
    viewport: { width, height: 9000 },
    ...(storageState === undefined ? {} : { storageState }),
  });
  await visit.page.addInitScript(noteShifts);
  if (textSize === 200) await enlargeText(visit.page);
  const scripts = await scriptsOf(visit.page);
  return { ...visit, letHydrate: scripts.hold() };
}

const isEnabled = (page: Page, name: string) =>
  expect.poll(() => page.getByRole("button", { name }).isEnabled()).toBe(true);

describe.each(sizes)("nothing moves at $width px with text of $textSize %", (size) => {
  test("after the purchase of a gift", async () => {
    const { page, letHydrate, close } = await visitLate(size, giver);
    await page.goto("/download-success?gift=true", { waitUntil: "commit" });
    await page.getByText("Now send friend@example.org the link").waitFor();
    await page.getByText("Install Not Available").waitFor();
    expect(await shiftsOf(page)).toEqual([]);
    letHydrate();
    for (const name of ["Copy Link Only", "Copy Full Message", "Share Gift Link"]) {
      await isEnabled(page, name);
    }
    expect(await shiftsOf(page)).toEqual([]);
    await offerInstall(page, "dismissed");
    await isEnabled(page, "Install to Desktop");
    expect(await shiftsOf(page)).toEqual([]);
    await close();
  });

  test("where this window alone knows of the gift", async () => {
    const { page, letHydrate, close } = await visitLate(size);
    const gift = { link: `${on.server.origin}/gift/${"a".repeat(26)}`, recipientEmail: null };
    await page.addInitScript(
      (record) => sessionStorage.setItem("boughtGift", record),
      JSON.stringify(gift),
    );
    await page.goto("/download-success?gift=true", { waitUntil: "commit" });
    await page.getByText("Waiting for confirmation").waitFor();
    expect(await shiftsOf(page)).toEqual([]);
    letHydrate();
    await page.getByRole("link", { name: "To the gift you paid for earlier" }).waitFor();
    expect(await page.getByText("Payment Successful!").count()).toBe(0);
    expect(await shiftsOf(page)).toEqual([]);
    await close();
  });

  test.each(["/download-success", "/payment-success"])(
    "on %s after an own purchase",
    async (path) => {
      const { page, letHydrate, close } = await visitLate(size, owner);
      await page.goto(path, { waitUntil: "commit" });
      await page.getByRole("link", { name: "Install App Now" }).waitFor();
      expect(await shiftsOf(page)).toEqual([]);
      letHydrate();
      await untilSettled(page);
      await offerInstall(page, "dismissed");
      if (path === "/download-success") await isEnabled(page, "Install to Desktop");
      expect(await shiftsOf(page)).toEqual([]);
      await close();
    },
  );
});

test("without script the gift's page has no button that cannot work", async () => {
  const { page, close } = await on.visit({ javaScriptEnabled: false, storageState: giver });
  await page.goto("/download-success?gift=true");
  await page.getByText(/^http.*\/gift\/[a-z2-7]{26}$/).waitFor();
  for (const name of ["Copy Link Only", "Copy Full Message", "Share Gift Link"]) {
    expect(await page.getByRole("button", { name }).count()).toBe(0);
  }
  await close();
});
