/** Pages in a browser that translates, which changes the server's HTML before and after hydration. */
import { expect, test } from "vitest";
import { goToCheckout, hydrate } from "./buying.ts";
import { openMainScreen, openPhone, startReal } from "./phone.ts";
import { stage, withoutWorkers } from "./stage.ts";
import { translateAll } from "./translator.ts";

const on = stage(withoutWorkers);

/** Who buys. */
const buyer = "buyer@example.org";

test("a landing page that was translated before it was hydrated has all its parts, and sells", async () => {
  const { page, context, expectProblems, close } = await on.visit();
  await translateAll(context);
  await page.goto("/");
  await page.locator("[data-translated]").first().waitFor();
  const headings = () => page.getByRole("heading", { level: 2 }).allTextContents();
  const before = await headings();
  await hydrate(page);
  // The texts of the server do not fit, and React renders the page anew.
  expectProblems(/React error #418/);
  await expect.poll(headings).toEqual(before);
  await goToCheckout(page, buyer);
  await page.getByText(buyer).waitFor();
  await close();
});

test("a click that hydrates a translated landing page opens the dialog of the purchase", async () => {
  const { page, context, expectProblems, close } = await on.visit();
  await translateAll(context);
  await page.goto("/");
  await page.locator("[data-translated]").first().waitFor();
  await goToCheckout(page, buyer);
  await page.getByText(buyer).waitFor();
  expectProblems(/React error #418/);
  await close();
});

test("a press of the mouse during which a translated landing page is hydrated opens it, too", async () => {
  const { page, context, expectProblems, close } = await on.visit();
  await translateAll(context);
  await page.goto("/");
  await page.locator("[data-translated]").first().waitFor();
  await page.getByRole("link", { name: /Purchase now/ }).hover();
  await page.mouse.down();
  await page.locator("html[data-hydrated]").waitFor({ state: "attached" });
  await page.mouse.up();
  await page.getByRole("dialog", { name: "Secure Purchase" }).waitFor();
  expectProblems(/React error #418/);
  await close();
});

test("after a drag of the link while it is hydrated, a press at the same place is one click", async () => {
  const { page, context, expectProblems, close } = await on.visit();
  await translateAll(context);
  await page.goto("/");
  await page.locator("[data-translated]").first().waitFor();
  const link = page.getByRole("link", { name: /Purchase now/ });
  await link.scrollIntoViewIfNeeded();
  const { x, y } = (await link.boundingBox()) ?? { x: 0, y: 0 };
  await page.mouse.move(x + 20, y + 10);
  await page.mouse.down();
  await page.mouse.move(5, 5, { steps: 5 });
  await page.locator("html[data-hydrated]").waitFor({ state: "attached" });
  await page.mouse.up();
  await page.evaluate(() => {
    Object.assign(window, { clicks: [] });
    const note = (event: Event) => {
      event.preventDefault();
      event.stopPropagation();
      (window as never as { clicks: boolean[] }).clicks.push(event.isTrusted);
    };
    addEventListener("click", note, true);
  });
  await page.mouse.click(x + 20, y + 10);
  expect(await page.evaluate(() => (window as never)["clicks"])).toEqual([true]);
  expectProblems(/React error #418/);
  await close();
});

test("no page of the app is translated", async () => {
  const { page, context, close } = await openPhone(on);
  await translateAll(context);
  await openMainScreen(page);
  await startReal(page);
  await page.getByText("Recording audio evidence").waitFor();
  await page.getByText("1 message opened", { exact: true }).waitFor();
  expect(await page.locator("[data-translated]").count()).toBe(0);
  await close();
});
