/** The landing page in a real browser, with and without JavaScript. */

import type { Locator, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { currencyName, priceLabel } from "#content/price.ts";
import { openLanding, withAddress } from "./buying.ts";
import { closedGate } from "./gate.ts";
import { inShell, stage } from "./stage.ts";
import { openSettled, reloadSettled } from "./still.ts";

const on = stage(inShell);

describe("with JavaScript", () => {
  test("a purchase button asks for the address, keeps it and leads to the checkout", async () => {
    const { page, close } = await on.visit();
    await openLanding(page);
    await page.getByRole("link", { name: /Purchase now/ }).click();
    const dialog = page.getByRole("dialog", { name: "Secure Purchase" });
    await dialog.getByLabel("Email Address").fill("not an address");
    await dialog.getByRole("button", { name: /Continue/ }).click();
    await dialog.getByText("Please enter a valid email address").waitFor();
    expect(await dialog.getByLabel("Email Address").inputValue()).toBe("not an address");
    await dialog.getByLabel("Email Address").fill("buyer@example.org");
    await dialog.getByRole("button", { name: /Continue/ }).click();
    await page.waitForURL("**/checkout");
    const kept = await page.evaluate(() => localStorage.getItem("silentPartnerPurchaseEmail"));
    expect(kept).toContain("buyer@example.org");
    await close();
  });

  test("a click before the page is hydrated opens the modal too", async () => {
    const { page, context, close } = await on.visit();
    const scripts = closedGate();
    await context.route("**/assets/landing-*.js", async (route) => {
      await scripts.opened;
      await route.continue();
    });
    await page.goto("/");
    await page.getByRole("link", { name: /Purchase now/ }).click();
    expect(await page.getByRole("dialog").count()).toBe(0);
    scripts.open();
    await page.getByRole("dialog", { name: "Secure Purchase" }).waitFor();
    expect(new URL(page.url()).pathname).toBe("/");
    await close();
  });

  test("the carousel wraps in both directions and its dots lead to each slide", async () => {
    const { page, close } = await on.visit();
    await openSettled(page, "/");
    const carousel = page.getByRole("region", { name: "Preview" });
    await carousel.scrollIntoViewIfNeeded();
    const current = carousel.locator('[aria-current="true"]');
    await current.waitFor();
    const control = (name: string) =>
      carousel.locator("li:not([inert])").getByRole("link", { name });
    await control("Previous preview").click();
    await expect.poll(() => current.textContent()).toContain("Preview 5");
    await control("Next preview").click();
    await expect.poll(() => current.textContent()).toContain("Preview 1");
    await carousel.getByRole("link", { name: /Preview 3/ }).click();
    await carousel.getByRole("heading", { name: "Emergency lockdown" }).waitFor();
    await expect.poll(() => current.textContent()).toContain("Preview 3");
    await close();
  });

  test("the visitor counter adds this browser's own visits to the base", async () => {
    const { page, close } = await on.visit();
    await page.goto("/");
    // Nobody touches the page: its rest ends by itself.
    await page.getByText("20248").waitFor();
    await reloadSettled(page);
    await page.getByText("20249").waitFor();
    expect(await page.evaluate(() => localStorage.getItem("silentPartnerVisits"))).toBe("2");
    await close();
  });

  test("Shift three times leaves for the weather, and forgets the addresses that were typed", async () => {
    const { page, context, expectProblem, close } = await on.visit(
      withAddress(on, "buyer@example.org"),
    );
    await context.route("https://www.bbc.com/**", (route) =>
      route.fulfill({ contentType: "text/html", body: "<title>Weather</title>" }),
    );
    await page.goto("/");
    await page.getByRole("link", { name: "Quick exit" }).waitFor();
    const other = await context.newPage();
    await other.goto("/verify");
    const kept = () => other.evaluate(() => localStorage.getItem("silentPartnerPurchaseEmail"));
    expect(await kept()).toBe("buyer@example.org");
    await page.bringToFront();
    // As the page of a gift leaves them.
    const addresses = { buyerEmail: "buyer@example.org", recipientEmail: "friend@example.org" };
    const pending = JSON.stringify({ type: "gift", timestamp: 1, ...addresses });
    await page.evaluate((text) => sessionStorage.setItem("pendingPurchase", text), pending);
    for (let press = 0; press < 3; press += 1) await page.keyboard.press("Shift");
    await page.waitForURL("https://www.bbc.com/**");
    await expect.poll(kept).toBeNull();
    await page.goto("/verify");
    expect(await page.evaluate(() => sessionStorage.getItem("pendingPurchase"))).toBeNull();
    expectProblem(/request to https:\/\/www\.bbc\.com/);
    await close();
  });

  test("the quick exit is not undone by a click before it whose script cannot be loaded", async () => {
    const { page, context, expectProblems, close } = await on.visit();
    const script = closedGate();
    await context.route("**/assets/landing-*.js", async (route) => {
      await script.opened;
      await route.abort();
    });
    const weather = closedGate();
    await context.route("https://www.bbc.com/**", async (route) => {
      await weather.opened;
      await route.fulfill({ contentType: "text/html", body: "<title>Weather</title>" });
    });
    await page.goto("/");
    await page.getByRole("link", { name: /Purchase now/ }).click();
    const asked = page.waitForRequest("https://www.bbc.com/**");
    for (let press = 0; press < 3; press += 1) await page.keyboard.press("Shift");
    await asked;
    const failed = page.waitForEvent("requestfailed");
    script.open();
    await failed;
    weather.open();
    await page.waitForURL("https://www.bbc.com/**");
    expectProblems(/ERR_FAILED|request to https:\/\/www\.bbc\.com/);
    await close();
  });

  test("a visit sets no cookie and asks no other origin", async () => {
    const { page, context, close } = await on.visit();
    await openSettled(page, "/");
    await page.getByText("20248").waitFor();
    expect(await context.cookies()).toEqual([]);
    await close();
  });
});

test.each([
  { width: 390, height: 844 },
  { width: 360, height: 740 },
])("the first screen of a phone of $width px has all that it takes to decide", async (viewport) => {
  const { page, close } = await on.visit({ viewport });
  await page.goto("/");
  const endOf = async (what: Locator) => {
    const box = await what.boundingBox();
    return (box?.y ?? Number.NaN) + (box?.height ?? Number.NaN);
  };
  const notice = page.getByRole("complementary", { name: "Emergency notice" });
  const wanted = [
    notice.getByRole("link", { name: "000 Australia" }),
    notice.getByRole("link", { name: "911 USA" }),
    page.getByRole("heading", { level: 1 }),
    page.getByText(`${priceLabel} (${currencyName}) once.`),
    page.getByRole("link", { name: `Get it for ${priceLabel}` }),
    page.getByRole("link", { name: "Try the live demo" }),
  ];
  for (const one of wanted) expect(await endOf(one)).toBeLessThan(viewport.height);
  const phone = await page.getByRole("img", { name: /Drawing of a phone/ }).boundingBox();
  expect(phone?.y).toBeLessThan(viewport.height - 100);
  await close();
});

test("what the server rendered stays after hydration and after a link within the page", async () => {
  const { page, close } = await on.visit();
  await openSettled(page, "/");
  await page.getByText("20248").waitFor();
  await page.getByRole("navigation", { name: "Footer" }).getByText("Questions").click();
  await page.waitForURL("**/#faq");
  const answer = page.getByText("There is no newsletter");
  expect(await answer.isVisible()).toBe(false);
  await page.getByText("Which e-mails do I get?").click();
  await answer.waitFor();
  await page.getByRole("link", { name: "Ask for a link" }).click();
  await page.waitForURL("**/redownload");
  await close();
});

describe("the phone in motion", () => {
  const moving = (page: Page) =>
    page.evaluate(
      () => document.getAnimations().filter(({ playState }) => playState === "running").length,
    );

  test("stops when it is told to", async () => {
    const { page, close } = await on.visit();
    await page.goto("/");
    expect(await moving(page)).toBe(4);
    await page.getByText("Pause", { exact: true }).click();
    expect(await moving(page)).toBe(0);
    await close();
  });

  test("is a picture of the heart monitor where less motion is wanted", async () => {
    const { page, close } = await on.visit({ reducedMotion: "reduce" });
    await page.goto("/");
    expect(await moving(page)).toBe(0);
    expect(await page.getByText("Pause", { exact: true }).isVisible()).toBe(false);
    const shown = page.locator("svg text", { hasText: "A plain heart monitor" });
    const opacity = (text: Locator) =>
      text.evaluate((element) => getComputedStyle(element.closest("g") ?? element).opacity);
    expect(await opacity(shown)).toBe("1");
    expect(await opacity(page.locator("svg text", { hasText: "Locked and recording" }))).toBe("0");
    await close();
  });
});

describe("without JavaScript", () => {
  const noScript = { javaScriptEnabled: false };

  test("every action is a link, and emergency numbers can be called", async () => {
    const { page, close } = await on.visit(noScript);
    await page.goto("/");
    const targets = await page
      .locator("a[href]")
      .evaluateAll((links) => links.map((link) => link.getAttribute("href")));
    for (const target of ["tel:000", "tel:112", "tel:911", "tel:988", "tel:131114"]) {
      expect(targets).toContain(target);
    }
    expect(targets.some((target) => target?.startsWith("sms:741741"))).toBe(true);
    expect(targets.some((target) => target?.startsWith("mailto:"))).toBe(true);
    expect(targets).toContain("/app");
    expect(targets).toContain("/redownload");
    expect(targets).toContain("/gift");
    await close();
  });

  test("the page is at most nine screens of a small phone, and its questions open", async () => {
    const viewport = { width: 360, height: 640 };
    const { page, close } = await on.visit({ ...noScript, viewport });
    await page.goto("/");
    const height = await page.locator("html").evaluate((html) => html.scrollHeight);
    expect(height / viewport.height).toBeLessThanOrEqual(9);
    for (const [question, answer] of [
      ["What it cannot do", /It does not call the police/],
      ["The real screens", "What others see"],
      ["Who it is for", /Illustrative situations/],
      ["Privacy policy, in plain words", "What stays on your device"],
      ["USA", "National Domestic Violence Hotline"],
    ] as const) {
      expect(await page.getByText(answer).isVisible()).toBe(false);
      await page.getByRole("heading", { name: question, exact: true }).click();
      await page.getByText(answer).waitFor();
    }
    await close();
  });

  test("the carousel moves by its anchors", async () => {
    const { page, close } = await on.visit(noScript);
    await page.goto("/");
    const third = page.locator("#preview-3");
    await page.getByRole("link", { name: /Preview 3/ }).click();
    await expect
      .poll(async () => Math.round((await third.boundingBox())?.x ?? -1))
      .toBeLessThan(360);
    await third.getByRole("heading").waitFor();
    await close();
  });

  test("a purchase button leads to a form that checks the address and keeps what was typed", async () => {
    const { page, expectProblem, close } = await on.visit(noScript);
    await page.goto("/");
    await page.getByRole("link", { name: /Purchase now/ }).click();
    await page.waitForURL("**/checkout");
    await page.getByLabel("Email Address").fill("nobody@nowhere");
    await page.locator("form").evaluate((form) => form.setAttribute("novalidate", ""));
    await page.getByRole("button", { name: /Continue|Purchase/ }).click();
    await page.getByText("Please enter a valid email address").waitFor();
    expect(await page.getByLabel("Email Address").inputValue()).toBe("nobody@nowhere");
    expectProblem(/422/);
    await close();
  });

  test("the quick exit is a link", async () => {
    const { page, close } = await on.visit(noScript);
    await page.goto("/");
    const exit = page.getByRole("link", { name: "Quick exit" });
    expect(await exit.getAttribute("href")).toBe("https://www.bbc.com/weather");
    expect(await exit.getAttribute("rel")).toBe("nofollow noreferrer");
    await close();
  });
});

test("an unknown path answers 404 and says so", async () => {
  const { page, expectProblem, close } = await on.visit();
  const response = await page.goto("/nowhere");
  expect(response?.status()).toBe(404);
  await page.getByRole("heading", { name: "Page Not Found" }).waitFor();
  await page.getByText("The page you're looking for doesn't exist.").waitFor();
  expectProblem(/404/);
  await close();
});
