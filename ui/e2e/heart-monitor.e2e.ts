/** The heart monitor in a real browser: its figures, its views and its look. */
import { describe, expect, test } from "vitest";
import { withPurchase, withSettings } from "./fakes.ts";
import { ownPin, unasked } from "./phone.ts";
import { stage, withoutWorkers } from "./stage.ts";
import { openSettled, reloadSettled, stopClock } from "./still.ts";

const on = stage(withoutWorkers);

describe("the heart monitor", () => {
  test("shows the figures of any fitness app and names no product", async () => {
    const { page, close } = await on.visit();
    await withSettings(page);
    await page.goto("/app");
    await page.getByRole("heading", { name: "Heart Rate" }).waitFor();
    expect(await page.title()).toBe("Heart Rate");
    const text = await page.locator("main").textContent();
    expect(text).toContain("1,024");
    const week = await page.getByRole("listitem").allInnerTexts();
    expect(week.map((day) => day.split(/\s+/))).toEqual([
      ["120", "M"],
      ["89", "T"],
      ["156", "W"],
      ["234", "T"],
      ["278", "F"],
      ["312", "S"],
      ["289", "S"],
      ["245", "S"],
    ]);
    expect(text).not.toMatch(/silent|partner|emergency|sos/i);
    await close();
  });

  test("is dated by the device, whose date the server leaves room for", async () => {
    for (const width of [320, 1280]) {
      const options = { viewport: { width, height: 700 }, timezoneId: "Pacific/Kiritimati" };
      const plain = await on.visit({ ...options, javaScriptEnabled: false });
      await plain.page.goto("/app");
      const title = plain.page.getByRole("heading", { name: "Heart Rate" });
      const before = await title.boundingBox();
      expect(await plain.page.locator("main").textContent()).not.toMatch(/day,/);
      await plain.close();
      const { page, close } = await on.visit(options);
      await withSettings(page);
      // Already Sunday on that island.
      await page.clock.setFixedTime("2026-11-21T12:00:00Z");
      await page.goto("/app");
      await page.getByText("Sunday, 22 November", { exact: true }).waitFor();
      expect(await page.getByRole("heading", { name: "Heart Rate" }).boundingBox()).toEqual(before);
      await close();
    }
  });

  test("has a bar that the keyboard reaches, and no control lies under it when it gets the focus", async () => {
    const { page, close } = await on.visit({ viewport: { width: 320, height: 568 } });
    await withSettings(page);
    await openSettled(page, "/app");
    const bar = page.getByRole("navigation", { name: "Views" });
    const names: string[] = [];
    // The bar's last button is the last on the page.
    while (names.at(-1) !== "Settings") {
      await page.keyboard.press("Tab");
      const focus = page.locator(":focus");
      names.push((await focus.textContent()) ?? "");
      const isInBar = await bar.evaluate((one) => one.contains(document.activeElement));
      const isClear = async () => {
        const [box, edge] = [await focus.boundingBox(), await bar.boundingBox()];
        return (box?.y ?? 0) + (box?.height ?? 0) <= (edge?.y ?? 0);
      };
      if (!isInBar) await expect.poll(isClear).toBe(true);
    }
    expect(names.slice(-3)).toEqual(["Today", "Trends", "Settings"]);
    await page.keyboard.press("Enter");
    await page.getByRole("switch", { name: "Show steps" }).waitFor();
    expect(await bar.locator("[aria-current=page]").textContent()).toBe("Settings");
    await close();
  });

  test("keeps its bar's buttons clear of a phone's home indicator, and the page's end clear of the bar", async () => {
    const { page, context, close } = await on.visit({ viewport: { width: 390, height: 844 } });
    await withSettings(page);
    const phone = await context.newCDPSession(page);
    await phone.send("Emulation.setSafeAreaInsetsOverride", { insets: { bottom: 34 } });
    await openSettled(page, "/app");
    const bar = page.getByRole("navigation", { name: "Views" });
    const edgesAtEnd = () =>
      bar.evaluate((one) => {
        scrollTo({ top: document.body.scrollHeight, behavior: "instant" });
        const bottomOf = (element: Element | null) => element?.getBoundingClientRect().bottom ?? 0;
        const { top, bottom } = one.getBoundingClientRect();
        const content = document.querySelector("main")?.lastElementChild ?? null;
        return {
          isBarAtEdge: bottom > 843,
          isButtonClear: bottomOf(one.querySelector("button")) <= 844 - 34,
          isEndClear: bottomOf(content) < top,
        };
      });
    // The last of the page's parts are loaded after it.
    await expect
      .poll(edgesAtEnd)
      .toEqual({ isBarAtEdge: true, isButtonClear: true, isEndClear: true });
    await close();
  });

  test("has settings of its own, which do not open the app's behind its code", async () => {
    const { page, close } = await on.visit();
    await withSettings(page, { ...unasked, asksForCode: true });
    await openSettled(page, "/app");
    await page.getByRole("button", { name: "Settings" }).click();
    await page.getByRole("switch", { name: "Show weekly activity" }).click();
    expect(await page.locator("main").textContent()).not.toMatch(
      /silent|partner|emergency|sos|contact|pin\b|code|voice/i,
    );
    expect(new URL(page.url()).pathname).toBe("/app");
    await reloadSettled(page);
    await page.getByText("Step Count Today").waitFor();
    expect(await page.getByText("Weekly Activity").count()).toBe(0);
    await page.getByRole("button", { name: /BPM/ }).click();
    await page.getByRole("heading", { name: "Security Verification" }).waitFor();
    await close();
  });

  test("has a red of its own, and none of the product's purple, in every look", async () => {
    const { page, close } = await on.visit();
    await withSettings(page, { ...unasked, asksForCode: true });
    const colourOf = (name: string) =>
      page
        .getByRole("button", { name })
        .evaluate((button) => getComputedStyle(button).backgroundColor);
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      await openSettled(page, "/app");
      const red = await colourOf("Measure");
      expect(red).toBe("rgb(216, 27, 67)");
      await page.getByRole("button", { name: /BPM/ }).click();
      await page.getByLabel("Security code").fill(ownPin);
      // A button under the pointer is darker.
      await page.mouse.move(0, 0);
      await expect.poll(() => colourOf("Verify Code")).toBe(red);
    }
    await close();
  });

  test("says Demo Preview Mode, and Premium Protection Active once bought", async () => {
    const { page, close } = await on.visit();
    await withSettings(page);
    await page.goto("/app");
    await page.getByText("Demo Preview Mode").waitFor();
    await withPurchase(page);
    await page.reload();
    await page.getByText("Premium Protection Active").waitFor();
    await close();
  });

  test("a tap on the heart opens the settings without a new document", async () => {
    const { page, close } = await on.visit();
    await withSettings(page);
    await openSettled(page, "/app");
    await page.evaluate(() => Object.assign(window, { isSame: true }));
    await page.getByRole("button", { name: /BPM/ }).click();
    await page.getByRole("heading", { name: "Settings", exact: true }).waitFor();
    expect(await page.evaluate(() => "isSame" in window)).toBe(true);
    await close();
  });

  test("asks for the code first when the person wants it so", async () => {
    const { page, close } = await on.visit();
    await withSettings(page, { ...unasked, asksForCode: true });
    await openSettled(page, "/app");
    await page.getByRole("button", { name: /BPM/ }).click();
    await page.getByRole("heading", { name: "Security Verification" }).waitFor();
    await page.getByLabel("Security code").fill(ownPin);
    await page.getByRole("button", { name: "Verify Code" }).click();
    await page.getByRole("heading", { name: "Settings", exact: true }).waitFor();
    await close();
  });

  test("greets once with an intro that counts to its last step and can be skipped", async () => {
    const { page, close } = await on.visit();
    await page.clock.install();
    await stopClock(page);
    await page.goto("/app");
    const intro = page.getByRole("dialog", { name: "Welcome" });
    await intro.waitFor();
    await intro.getByRole("img", { name: "Step 1 of 4" }).waitFor();
    await page.clock.runFor(3_300);
    await intro.getByRole("img", { name: "Step 2 of 4" }).waitFor();
    await page.clock.runFor(20_000);
    await intro.getByRole("img", { name: "Step 4 of 4" }).waitFor();
    await intro.getByRole("button", { name: "Get started" }).click();
    await intro.waitFor({ state: "detached" });
    await page.reload();
    await page.getByRole("button", { name: /BPM/ }).waitFor();
    await page.clock.runFor(1_000);
    expect(await intro.count()).toBe(0);
    await close();
  });
});
