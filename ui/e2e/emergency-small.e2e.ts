/** The lock screen on a small phone. */
import { expect, test } from "vitest";
import {
  mirrorOf,
  openPhone,
  ownPin,
  patience,
  savedSettings,
  startReal,
  untilEnded,
} from "./phone.ts";
import { stage, withoutWorkers } from "./stage.ts";

const on = stage(withoutWorkers);

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
  // The page scrolls smoothly.
  await expect.poll(() => isOpen("fieldset button"), patience).toBe(true);
  await expect.poll(() => isOpen("#pin-lockScreen"), patience).toBe(true);
  await expect.poll(() => isOpen("button[type='submit']"), patience).toBe(true);
  for (const digit of ownPin) await page.getByRole("button", { name: digit, exact: true }).click();
  await page.getByRole("button", { name: "Enter", exact: true }).click();
  await untilEnded(page);
  await close();
});

test("the main screen of the smallest phone shows REAL EMERGENCY whole, whatever is known of the place", async () => {
  const viewport = { width: 320, height: 568 };
  const { page, context, close } = await openPhone(on, savedSettings, { viewport });
  const button = page.getByRole("button", { name: "REAL EMERGENCY" });
  await page.goto("/home");
  await page.getByText("Ready", { exact: true }).waitFor();
  const ready = await button.boundingBox();
  expect((ready?.y ?? Number.NaN) + (ready?.height ?? Number.NaN)).toBeLessThan(viewport.height);
  await context.clearPermissions();
  await page.reload();
  await page.getByText("Location unavailable", { exact: true }).waitFor();
  expect(await button.boundingBox()).toEqual(ready);
  await close();
});

const sendButton = "li[data-status] > button:first-child";
const calls = "a[href^='tel:']";
/** Text of twice the size pushes the second message down; the calls stay at the lower edge. */
const largeFirst = {
  shown: "heading, first message and calls",
  parts: ["main h1", `li:first-child${sendButton.slice(2)}`, calls],
  count: 5,
};

test.each([
  {
    width: 360,
    height: 640,
    textSize: 100,
    shown: "heading, messages, calls and status",
    parts: ["main h1", sendButton, calls, "li[data-standing]:first-child"],
    count: 7,
  },
  { width: 360, height: 640, textSize: 200, ...largeFirst },
  { width: 320, height: 568, textSize: 200, ...largeFirst },
])(
  "at $width x $height with $textSize percent text and names of 80 characters, $shown are on the first screen",
  async ({ width, height, textSize, parts, count }) => {
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
    // It is there, if only for a screen reader: on a small screen there is no place for it.
    await page.getByText("Recording Started", { exact: true }).waitFor({ state: "attached" });
    const open = await page.locator(parts.join()).evaluateAll((all) =>
      all.map((one) => {
        const { x, y, width, height } = one.getBoundingClientRect();
        const corners = [y + 2, y + height - 2].map((at) =>
          document.elementFromPoint(x + width / 2, at),
        );
        const isOnScreen = x >= 0 && x + width <= innerWidth && y >= 0 && y + height <= innerHeight;
        const isOpen = isOnScreen && corners.every((top) => one.contains(top));
        return isOpen
          ? "open"
          : `${one.textContent} at ${Math.round(y)} to ${Math.round(y + height)}`;
      }),
    );
    expect(open).toEqual(Array.from({ length: count }, () => "open"));
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

/** Runs in the page: notes in each frame which lines of the lock's status a toast covers, and which toasts there are. */
function watchToasts() {
  const seen = { covered: new Set<string>(), toasts: new Set<string>() };
  Object.assign(window, { seen });
  const look = () => {
    for (const toast of document.querySelectorAll("[aria-label^=Notifications] li")) {
      seen.toasts.add(toast.textContent ?? "");
      if (!toast.checkVisibility({ visibilityProperty: true })) continue;
      const place = toast.getBoundingClientRect();
      for (const line of document.querySelectorAll("li[data-standing]")) {
        const { top, bottom } = line.getBoundingClientRect();
        if (top < place.bottom && place.top < bottom) seen.covered.add(line.textContent ?? "");
      }
    }
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

interface Seen {
  seen: { covered: Set<string>; toasts: Set<string> };
}

/** Runs in the page: a guardian's line, of which another tab tells; a lock that has just come may not know its emergency yet. */
function tellOfGuardian(emergency: unknown) {
  const report = { guardian: "g", name: "Mia", phase: "sent", seq: 1 };
  const record = { emergency, reports: [{ ...report, hasPush: true, isCompared: true }] };
  const key = "silentPartnerReports";
  localStorage.setItem(key, JSON.stringify(record));
  dispatchEvent(new StorageEvent("storage", { key, storageArea: localStorage }));
}

test("at 320 px no toast covers a line of the status, a guardian's among them", async () => {
  const { page, close } = await openPhone(on, savedSettings, {
    viewport: { width: 320, height: 568 },
  });
  await page.goto("/home");
  await page.evaluate(watchToasts);
  await startReal(page);
  await expect
    .poll(async () => {
      await page.evaluate(tellOfGuardian, (await mirrorOf(page))["emergencyId"]);
      return page.getByText("Taken by the push service for Mia").count();
    }, patience)
    .toBe(1);
  const toasts = () => page.evaluate(() => [...(window as unknown as Seen).seen.toasts].join());
  await expect.poll(toasts, patience).toContain("Recording Started");
  const toast = page.locator("[aria-label^=Notifications] li", { hasText: "Recording Started" });
  await toast.waitFor({ state: "detached" });
  const covered = await page.evaluate(() => [...(window as unknown as Seen).seen.covered]);
  expect(covered).toEqual([]);
  await close();
});
