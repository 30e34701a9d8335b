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
  await page.getByText("1 message opened", { exact: true }).waitFor();
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

test.each([
  {
    width: 360,
    height: 640,
    textSize: 100,
    shown: "heading, messages, calls and status",
    count: 7,
  },
  { width: 360, height: 640, textSize: 200, shown: "heading, messages and calls", count: 6 },
  { width: 320, height: 568, textSize: 200, shown: "heading, messages and calls", count: 6 },
])(
  "at $width x $height with $textSize percent text and names of 80 characters, $shown are on the first screen",
  async ({ width, height, textSize, count }) => {
    const [first, second] = savedSettings.contacts;
    const settings = {
      ...savedSettings,
      contacts: [
        { ...first, name: "Anastasia Wilhelmina ".repeat(4).slice(0, 80) },
        { ...second, name: "x".repeat(80) },
      ],
    };
    const { page, close } = await openPhone(on, settings, { viewport: { width, height } });
    await page.goto("/home");
    await page.evaluate((percent) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(`html { font-size: ${percent}% !important; }`);
      document.adoptedStyleSheets.push(sheet);
    }, textSize);
    await page.getByRole("button", { name: "REAL EMERGENCY" }).scrollIntoViewIfNeeded();
    await startReal(page);
    await page.getByText("1 message opened", { exact: true }).waitFor();
    await page.getByText("Recording Started", { exact: true }).waitFor();
    const open = await page
      .locator("main h1, li[data-status] > button:first-child, a[href^='tel:'], li[data-standing]")
      .evaluateAll((all) =>
        all.map((one) => {
          const { x, y, width, height } = one.getBoundingClientRect();
          const corners = [y + 2, y + height - 2].map((at) =>
            document.elementFromPoint(x + width / 2, at),
          );
          const isOnScreen =
            x >= 0 && x + width <= innerWidth && y >= 0 && y + height <= innerHeight;
          const isOpen = isOnScreen && corners.every((top) => one.contains(top));
          return isOpen
            ? "open"
            : `${one.textContent} at ${Math.round(y)} to ${Math.round(y + height)}`;
        }),
      );
    expect(open.slice(0, count)).toEqual(Array.from({ length: count }, () => "open"));
    expect(await page.evaluate(() => scrollY)).toBe(0);
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe("H1");
    page.on("dialog", (dialog) => void dialog.accept());
    await page.evaluate(() => scrollTo(0, 300));
    await page.reload();
    await page.getByRole("heading", { name: "EMERGENCY ACTIVE" }).waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe("H1");
    expect(await page.evaluate(() => scrollY)).toBe(0);
    await close();
  },
);
