/** The lock screen on a small phone. */
import { expect, test } from "vitest";
import { openPhone, ownPin, patience, savedSettings, startReal } from "./phone.ts";
import { stage } from "./stage.ts";

const on = stage();

test("nothing covers the call and message buttons, and one tap brings the PIN field or keypad into view", async () => {
  const { page, close } = await openPhone(on, savedSettings, {
    viewport: { width: 360, height: 640 },
  });
  await page.goto("/home");
  await startReal(page);
  await page.getByText("1 contact notified").waitFor();
  /** Whether nothing covers these elements, and each is at least 48 px in both directions. */
  const isOpen = (selector: string) =>
    page.locator(selector).evaluateAll((all) =>
      all.every((one) => {
        const { x, y, width, height } = one.getBoundingClientRect();
        const corners = [y + 2, y + height - 2].map((at) =>
          document.elementFromPoint(x + width / 2, at),
        );
        return width >= 48 && height >= 48 && corners.every((top) => one.contains(top));
      }),
    );
  expect(await isOpen("a[href^='tel:']")).toBe(true);
  expect(await isOpen("li[data-status] > button:first-child")).toBe(true);
  await page.getByRole("button", { name: "Enter PIN" }).click();
  const field = page.getByLabel("PIN", { exact: true });
  await expect.poll(() => field.evaluate((one) => one === document.activeElement)).toBe(true);
  await page.getByRole("button", { name: "Show keypad" }).click();
  await page.getByRole("button", { name: "Close" }).click();
  // The page scrolls smoothly.
  await expect.poll(() => isOpen("fieldset button"), patience).toBe(true);
  await expect.poll(() => isOpen("#pin-lockScreen"), patience).toBe(true);
  await expect.poll(() => isOpen("button[type='submit']"), patience).toBe(true);
  for (const digit of ownPin) await page.getByRole("button", { name: digit, exact: true }).click();
  await page.getByRole("button", { name: "Enter", exact: true }).click();
  await page.getByText("Emergency Resolved", { exact: true }).waitFor();
  await close();
});
