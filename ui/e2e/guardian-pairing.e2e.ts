/** A person and a guardian, each in a profile of their own, on the real server: pairing, tests, the end of the link. */
import type { Page, Route } from "playwright-core";
import { expect, test } from "vitest";
import { claimAsGuardian, personsPhone } from "#test/link-ends.ts";
import { beGuardian, button, makeLink } from "./guardian-phones.ts";
import { openPhone, ownPin, patience, savedSettings } from "./phone.ts";
import { stage } from "./stage.ts";

const on = stage({ environment: { RATE_LIMITS: "off" } });

const digitsOn = (page: Page) => page.locator("[data-digits]").first().textContent();

test("two phones pair, show the same digits, test the link, and end it behind the PIN", async () => {
  const her = await openPhone(on, { ...savedSettings, asksForCode: false });
  const his = await on.visit();
  await her.page.goto("/settings");
  await beGuardian(his.page, await makeLink(her.page, "Ben"), "Ana");
  await his.page.getByRole("heading", { level: 1, name: "Ana" }).waitFor(patience);
  await button(her.page, "The same digits").waitFor(patience);
  const digits = await digitsOn(her.page);
  expect(digits).toMatch(/^\d{3} \d{3}$/);
  await his.page.locator("[data-digits]").waitFor(patience);
  expect(await digitsOn(his.page)).toBe(digits);
  expect(new URL(his.page.url()).hash).toBe("");
  await button(her.page, "The same digits").click();

  await button(her.page, "Send a test to Ben").click();
  await his.page.getByRole("heading", { name: "Test message" }).waitFor(patience);
  await button(his.page, "I saw it").click();
  await his.page.getByText(/^Sent: "I saw it"/).waitFor(patience);
  // What came takes the digits from nobody who did not compare them.
  expect(await digitsOn(his.page)).toBe(digits);
  await button(his.page, "The same digits").click();
  await his.page.locator("[data-digits]").waitFor({ state: "detached", ...patience });
  await her.page.getByText(/^Test: Ben saw it/).waitFor(patience);

  // Both know each other again after a reload.
  await his.page.reload();
  await his.page.getByRole("heading", { level: 1, name: "Ana" }).waitFor(patience);
  await his.page.getByText("About this link").click();
  await his.page
    .getByText(`You said that Ana's phone shows the same six digits: ${digits}.`)
    .waitFor();
  await her.page.reload();
  await button(her.page, "Unlink Ben").click();
  await button(her.page, "Unlink").click();
  await her.page.getByLabel("Security code").fill(ownPin);
  await button(her.page, "Verify Code").click();
  await button(her.page, "Add a guardian").waitFor(patience);
  await his.page.getByText("This link has ended. Nothing more will come.").waitFor(patience);
  await her.close();
  await his.close();
});

test("a link that somebody else claimed is used up, and says so", async () => {
  const her = await openPhone(on, savedSettings);
  await her.page.goto("/settings");
  const url = await makeLink(her.page, "Ben");
  const thief = await claimAsGuardian(on.server.origin, url);
  const his = await on.visit();
  await beGuardian(his.page, url, "Ana");
  await his.page.getByText(/^This link no longer works/).waitFor(patience);
  his.expectProblem(/status of 410/);
  await button(her.page, "The same digits").waitFor(patience);
  expect((await digitsOn(her.page))?.replace(" ", "")).toBe(await thief.digits());
  await button(her.page, "Other digits: unlink").click();
  await button(her.page, "Unlink").click();
  await her.page.getByLabel("Security code").fill(ownPin);
  await button(her.page, "Verify Code").click();
  await button(her.page, "Add a guardian").waitFor(patience);
  await her.close();
  await his.close();
});

test("a guardian whose page is reloaded before the answer to the claim has the keys of the link", async () => {
  const phone = await personsPhone(on.server.origin);
  const his = await on.visit();
  let status = 0;
  // The server takes the claim, and the page never learns it.
  const lose = async (route: Route) => {
    status = (await route.fetch()).status();
  };
  await his.page.route("**/api/watches/claim", lose, { times: 1 });
  await beGuardian(his.page, phone.path, "Ana");
  await expect.poll(() => status, patience).toBe(201);
  await his.page.reload();
  await expect
    .poll(() => his.page.getByLabel("Who sent you this link?").inputValue(), patience)
    .toBe("Ana");
  await button(his.page, "Be a guardian").click();
  await his.page.getByRole("heading", { level: 1, name: "Ana" }).waitFor(patience);
  const { digits } = await phone.keys();
  await his.page.locator("[data-digits]").waitFor(patience);
  expect((await digitsOn(his.page))?.replace(" ", "")).toBe(digits);
  await his.close();
});

test("an emergency is followed without a reload, and nothing is asked of another origin", async () => {
  const phone = await personsPhone(on.server.origin);
  const his = await on.visit();
  await beGuardian(his.page, phone.path, "Ana");
  await his.page.getByRole("heading", { level: 1, name: "Ana" }).waitFor(patience);
  const place = { latitude: -33.868_82, longitude: 151.209_29, accuracy: 12, ageMs: 0 };
  const now = () => ({ emergency: "e", at: Date.now(), isDrill: false });
  await phone.send({ kind: "alarm", ...now(), place: null });
  await his.page.getByRole("heading", { name: "Ana started an emergency" }).waitFor(patience);
  await phone.send({ kind: "place", ...now(), place });
  await his.page.getByText("-33.86882, 151.20929", { exact: true }).waitFor(patience);
  await phone.send({ kind: "opened-with-public-code", ...now(), place });
  await his.page
    .getByRole("heading", { name: "Opened with the public code: treat as danger" })
    .waitFor(patience);
  await phone.send({ kind: "ended", ...now() });
  await his.page.getByRole("heading", { name: "Ended with Ana's own PIN" }).waitFor(patience);
  await his.close();
});

test("without script the page says that it needs it, and no search engine lists it", async () => {
  const { page, close } = await on.visit({ javaScriptEnabled: false });
  const response = await page.goto("/watch");
  expect(response?.headers()["x-robots-tag"]).toContain("noindex");
  await page.getByText(/This page needs JavaScript/).waitFor();
  expect(await page.title()).toBe("Heart Rate");
  expect(await page.content()).not.toMatch(/Silent Partner|safety|guardian/i);
  await close();
});

test("the page can be installed under a neutral name that is its own", async () => {
  const { page, close } = await on.visit();
  await page.goto("/watch");
  const href = await page.locator("link[rel=manifest]").getAttribute("href");
  const manifest = await (await page.request.get(href ?? "")).json();
  expect(manifest).toMatchObject({ name: "Updates", start_url: "/watch", scope: "/watch" });
  for (const { src } of manifest.icons) expect((await page.request.get(src)).status()).toBe(200);
  await close();
});
