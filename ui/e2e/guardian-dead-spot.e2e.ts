/** The guardian's page in a place without a connection: what came is there, with its age. */
import { expect, test } from "vitest";
import { personsPhone } from "#test/link-ends.ts";
import { unreachable } from "./browser.ts";
import { patience } from "./phone.ts";
import { stage } from "./stage.ts";

const on = stage({ environment: { RATE_LIMITS: "off" } });

const place = { latitude: -33.868_82, longitude: 151.209_29, accuracy: 12, ageMs: 0 };

test("a guardian opens the page without a connection, reads what came and since when nothing can, and goes on when it is back", async () => {
  const her = await personsPhone(on.server.origin);
  const his = await on.visit();
  const { page } = his;
  await page.goto(her.path);
  await page.getByLabel("Who sent you this link?").fill("Ana");
  await page.getByRole("button", { name: "Be a guardian" }).click();
  await page.getByRole("heading", { level: 1, name: "Ana" }).waitFor(patience);
  const of = { emergency: "e", at: Date.now(), isDrill: false };
  await her.send({ kind: "alarm", ...of, place });
  await page.getByRole("heading", { name: "Ana started an emergency" }).waitFor(patience);
  /** The paths in each cache of this browser. */
  const kept = () =>
    page.evaluate(async () => {
      const names = await caches.keys();
      const paths = async (name: string) =>
        (await (await caches.open(name)).keys()).map(({ url }) => url.replace(location.origin, ""));
      return Object.fromEntries(
        await Promise.all(names.map(async (name) => [name, (await paths(name)).sort()])),
      );
    });
  const script = await page.locator("script[src]").first().getAttribute("src");
  await expect.poll(kept, patience).toEqual({ updates: [script, "/watch"].sort() });

  await on.server.kill();
  await page.goto("/watch");
  await page.getByRole("heading", { name: "Ana started an emergency" }).waitFor(patience);
  await page.getByText("-33.86882, 151.20929", { exact: true }).waitFor(patience);
  await page.getByText(/^Last heard /).waitFor(patience);
  await page.getByText(/^Cut off since \d/).waitFor(patience);
  his.expectProblems(unreachable);

  await on.server.restart();
  await her.send({ kind: "ended", ...of });
  await page
    .getByRole("heading", { name: "Ended with Ana's own PIN" })
    .waitFor({ timeout: 40_000 });
  expect(await page.getByText(/^Cut off since/).count()).toBe(0);
  his.allowProblems(unreachable);

  // Nothing is left for somebody who stops being a guardian.
  await page.getByText("About this link").click();
  for (const _ of ["asked", "sure"]) {
    await page.getByRole("button", { name: "Stop being Ana's guardian" }).click();
  }
  await page.getByText(/^Somebody who trusts you/).waitFor(patience);
  await page.goto("/watch");
  await expect.poll(kept, patience).toEqual({});
  await his.close();
});
