/** A browser without the CSS selector `:has`, such as Firefox 115: the heart monitor has nothing of the product's look. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { openPhone, patience, savedSettings } from "./phone.ts";
import { scriptsOf } from "./slow-phone.ts";
import { stage } from "./stage.ts";
import { untilSettled } from "./still.ts";

const on = stage();
const red = "#d81b43";
const purple = "#6d28d9";

/** Gives the page style sheets whose `:has` no browser knows. */
async function withoutHas(page: Page): Promise<void> {
  await page.route("**/*", async (route) => {
    const type = route.request().resourceType();
    if (type !== "document" && type !== "stylesheet") return route.fallback();
    const response = await route.fetch();
    const body = (await response.text()).replaceAll(":has(", ":unknown(");
    return route.fulfill({ response, body });
  });
}

/** The accent where nothing else is, as around dialogs and toasts, and on the page. */
const accents = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    ["html", "main"].map((part) =>
      getComputedStyle(document.querySelector(part) as Element).getPropertyValue("--accent"),
    ),
  );

test("the heart monitor is red from the first frame on, its code screen too, and the main screen is not", async () => {
  const { page, close } = await openPhone(
    on,
    { ...savedSettings, asksForCode: true },
    // The style of the document is not the one that its policy names.
    { serviceWorkers: "block", bypassCSP: true },
  );
  await withoutHas(page);
  const scripts = await scriptsOf(page);
  const letHydrate = scripts.hold();
  await page.goto("/app", { waitUntil: "commit" });
  await page.getByText("BPM").first().waitFor();
  expect((await accents(page))[1]).toBe(red);
  letHydrate();
  await expect.poll(() => accents(page), patience).toEqual([red, red]);
  await untilSettled(page);
  await page.getByRole("button", { name: /BPM/ }).click();
  await page.getByRole("heading", { name: "Security Verification" }).waitFor(patience);
  expect(await accents(page)).toEqual([red, red]);
  await page.getByRole("button", { name: "Back" }).click();
  await page.getByRole("link", { name: "Return to Main" }).click();
  await page.getByRole("heading", { name: "Emergency Assistance" }).waitFor(patience);
  expect(await accents(page)).toEqual([purple, purple]);
  await close();
});
