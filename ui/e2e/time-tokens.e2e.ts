/** A time-stamp token on its way from an authority to a phone, and into the evidence package. */
import { readFile } from "node:fs/promises";
import { afterAll, expect, test } from "vitest";
import { rowOf, untilRecorded } from "./evidence.ts";
import { checks, removeFolders, runIn, textIn, unpackedFolder } from "./package-tools.ts";
import { openPhone, ownPin, partsOf, startReal, unlock, untilEnded } from "./phone.ts";
import { openRow } from "./rows.ts";
import { stage } from "./stage.ts";
import { openSettled } from "./still.ts";
import { servedAuthority } from "./time-authority.ts";

const authority = await servedAuthority();
const on = stage({ environment: { RATE_LIMITS: "off", TIMESTAMP_URL: authority.url } });
afterAll(() => {
  authority.stop();
  removeFolders();
});

test("what a phone recorded is stamped by an authority, and others check that with the package alone", async () => {
  const { page, close } = await openPhone(on);
  await page.clock.install();
  await page.goto("/settings");
  await openRow(page, "Proof of time");
  await page.getByRole("switch", { name: "Have the time of recordings confirmed" }).click();
  await page.goto("/home");
  await startReal(page);
  await untilRecorded(page, 3);
  await unlock(page, ownPin);
  await untilEnded(page);
  const [part] = await partsOf(page);
  const kept = async () => {
    const name = `times-${part?.emergencyEventId}`;
    return (await rowOf<{ tokens: { head: string }[] }>(page, name))?.tokens ?? [];
  };
  // It is asked for when the recording stands still, and again after half a minute: the page's clock is set on.
  const keptLater = async () => {
    await page.clock.runFor(2_000);
    return (await kept()).length;
  };
  await expect.poll(keptLater, { timeout: 150_000, interval: 200 }).toBe(1);
  const [{ head = "" } = {}] = await kept();
  expect(authority.asked().filter((query) => query.includes(head))).toHaveLength(1);

  await openSettled(page, "/voice");
  await page.getByRole("tab", { name: "Recordings" }).click();
  const waiting = page.waitForEvent("download");
  await page.getByRole("button", { name: /^Evidence package/ }).click();
  await page.getByRole("button", { name: "Make the package" }).click();
  const folder = unpackedFolder(await readFile(await (await waiting).path()));
  expect(checks.map((command) => runIn(folder, ...command).status)).toEqual([0, 0, 0]);
  const trusting = runIn(folder, "sh", "verify.sh", authority.root);
  expect([trusting.status, trusting.said]).toEqual([
    0,
    expect.stringContaining(`signed for ${head} on `),
  ]);
  expect(textIn(folder, "tokens.csv")).toContain(head);
  await close();
});
