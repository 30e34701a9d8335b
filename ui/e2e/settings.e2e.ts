/** The settings and the set-up wizard in a real browser. */
import { describe, expect, test } from "vitest";
import { fakeBattery, withSettings } from "./fakes.ts";
import { noteShifts, shiftsOf } from "./late-form.ts";
import { openPhone } from "./phone.ts";
import { closeRow, openRow, openSetting } from "./rows.ts";
import { stage, withoutWorkers } from "./stage.ts";
import { openSettled } from "./still.ts";

const on = stage(withoutWorkers);

describe("the settings", () => {
  test("save on the device first, then post each whole contact, then lead back after 1.5 s", async () => {
    const { page, context, close } = await on.visit();
    const posts: unknown[] = [];
    await context.route("**/api/contacts", async (route) => {
      posts.push(route.request().postDataJSON());
      await route.fulfill({ status: 201, contentType: "application/json", body: "{}" });
    });
    await context.route("**/api/contacts/primary", (route) => route.fulfill({ json: null }));
    await withSettings(page);
    await openSetting(page, "Emergency Contacts");
    await page.getByLabel("Name").fill(" Ana ");
    await page.getByLabel("Phone number").fill("0400 000 000");
    await page.getByRole("button", { name: "Add second contact" }).click();
    await page.getByLabel("Name").nth(1).fill("Ben");
    await closeRow(page);
    await page.getByText("Not saved yet").waitFor();
    await openRow(page, "Security PIN");
    await page.getByLabel("Security PIN", { exact: true }).fill("43a21");
    await page.getByLabel("Security PIN again").fill("4321");
    await page.getByRole("button", { name: "Save Settings" }).click();
    await page.getByText("Settings saved").first().waitFor();
    await page.waitForURL((url) => url.pathname === "/");
    const saved = await page.evaluate(() =>
      JSON.parse(localStorage.getItem("silentPartnerSettings") ?? "{}"),
    );
    expect(saved.pinCode).toMatch(/^pbkdf2-sha256:\d+:[0-9a-f]+:[0-9a-f]+$/);
    // Salt, hash and the contacts' ids are random, and may have these digits.
    const { pinCode: _hash, contacts: _random, ...rest } = saved;
    expect(JSON.stringify(rest)).not.toContain("4321");
    expect(saved.contacts.map((one: { name: string }) => one.name)).toEqual(["Ana", "Ben"]);
    expect(posts).toEqual([
      { name: "Ana", phoneNumber: "0400 000 000", isPrimary: true, contactOrder: 0 },
    ]);
    await close();
  });

  test("are saved without a contact, but not with the PIN that is printed in public", async () => {
    const { page, close } = await on.visit();
    await withSettings(page);
    await openSetting(page, "Security PIN");
    await page.getByLabel("Security PIN", { exact: true }).fill("1234");
    await page.getByRole("button", { name: "Save Settings" }).click();
    await page
      .getByText(/This is the demo PIN/)
      .first()
      .waitFor();
    expect(new URL(page.url()).pathname).toBe("/settings");
    await page.getByLabel("Security PIN", { exact: true }).fill("");
    await page.getByRole("button", { name: "Save Settings" }).click();
    await page.getByText("Settings saved").first().waitFor();
    await page.waitForURL((url) => url.pathname === "/");
    await close();
  });

  test("say their state without moving anything, and Back returns to the row at its place", async () => {
    const { page, close } = await openPhone(on);
    await page.addInitScript(noteShifts);
    await openSettled(page, "/settings");
    await page.getByText("2 contacts: Ana and Ben").waitFor();
    await page.getByText("Nobody yet").waitFor();
    expect(await shiftsOf(page)).toEqual([]);

    const last = page.getByRole("button", { name: /^Install App / });
    await last.scrollIntoViewIfNeeded();
    await expect.poll(() => page.evaluate(() => history.scrollRestoration)).toBe("manual");
    const top = await page.evaluate(() => scrollY);
    expect(top).toBeGreaterThan(0);
    const lengthBefore = await page.evaluate(() => history.length);
    const isFocused = (name: string) =>
      page.evaluate((text) => document.activeElement?.textContent?.startsWith(text), name);
    for (const back of [() => closeRow(page), () => page.goBack()]) {
      await openRow(page, "Install App");
      expect(new URL(page.url()).pathname).toBe("/settings");
      expect(await page.evaluate(() => scrollY)).toBe(0);
      expect(await isFocused("Install App")).toBe(true);
      await back();
      await last.waitFor();
      expect(await page.evaluate(() => scrollY)).toBe(top);
      expect(await isFocused("Install App")).toBe(true);
    }
    expect(await page.evaluate(() => history.length)).toBe(lengthBefore + 1);

    await openRow(page, "Country");
    await page.reload();
    await page.getByRole("heading", { level: 1, name: "Country" }).waitFor();
    await closeRow(page);
    await close();
  });

  test("hold two contacts at most, of which only the second may be removed", async () => {
    const { page, close } = await on.visit();
    await withSettings(page);
    await openSetting(page, "Emergency Contacts");
    expect(await page.getByRole("button", { name: /Remove contact/ }).count()).toBe(0);
    await page.getByRole("button", { name: "Add second contact" }).click();
    expect(await page.getByRole("button", { name: "Add second contact" }).count()).toBe(0);
    await page.getByRole("button", { name: "Remove contact 2" }).click();
    expect(await page.getByLabel("Name").count()).toBe(1);
    await close();
  });

  test("list the built-in phrases, or take a word of one's own", async () => {
    const { page, close } = await on.visit();
    await withSettings(page);
    await openSetting(page, "Wake Word Detection");
    await page.getByText('"Hey silent" or "Hey silent partner"').waitFor();
    await page.getByText('"Call help" or "Call for help"').waitFor();
    await page.getByRole("radio", { name: /Custom/ }).click();
    expect(await page.getByLabel("SafeWord").inputValue()).toBe("Help");
    await close();
  });

  test("show the battery, its interval and the power saving", async () => {
    for (const [level, interval] of [
      [0.15, "5 seconds"],
      [0.4, "3 seconds"],
      [0.9, "1 second"],
    ] as const) {
      const { page, close } = await on.visit();
      await fakeBattery(page, level, false);
      await withSettings(page);
      await openSetting(page, "Wake Word Detection");
      await page.getByText(`${level * 100}%`).waitFor();
      await page.getByText(interval, { exact: true }).waitFor();
      expect(await page.getByText(/Power saving/).count()).toBe(level < 0.2 ? 1 : 0);
      await close();
    }
  });
});

test("the wizard goes forward through four steps, and its exits appear on the last", async () => {
  const { page, close } = await on.visit();
  await openSettled(page, "/post-download");
  for (const title of [
    "Installation Complete!",
    "Stealth Protection Active",
    "Setup Your Protection",
  ]) {
    await page.getByRole("heading", { name: title }).waitFor();
    expect(await page.getByRole("link", { name: "Open Heart Monitor" }).count()).toBe(0);
    await page.getByRole("button", { name: "Continue Setup" }).click();
  }
  // Nothing is set up in this profile, so nothing says that it is.
  await page.getByRole("heading", { name: "Set-up: 0 of 4 done" }).waitFor();
  expect(await page.getByText("You're Protected!").count()).toBe(0);
  expect(await page.getByRole("link", { name: "Set it up now" }).getAttribute("href")).toBe(
    "/setup",
  );
  expect(await page.getByRole("button", { name: "Continue Setup" }).count()).toBe(0);
  expect(await page.getByRole("link", { name: "Open Heart Monitor" }).getAttribute("href")).toBe(
    "/app",
  );
  expect(await page.getByRole("link", { name: "Configure Settings" }).getAttribute("href")).toBe(
    "/settings",
  );
  expect(await page.getByRole("link", { name: "Return to Main" }).getAttribute("href")).toBe("/");
  await close();
});
