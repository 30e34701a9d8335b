/** An emergency while nobody can be told: the lock and the recording are as fast as ever, and the alarm follows. */
import { afterEach, beforeEach, expect, test } from "vitest";
import { alertLimits } from "#content/guardian-limits.ts";
import { takeProblems } from "./browser.ts";
import { type GuardedPhones, openHome, startGuarded } from "./guardian-phones.ts";
import { toldSince } from "./guardian-times.ts";
import { patience } from "./phone.ts";
import { browserOf, openReference } from "./reference.ts";
import { noteTimes, tookOf } from "./trigger-times.ts";

let phones: GuardedPhones;

beforeEach(async () => {
  phones = await startGuarded();
  await openHome(phones.her.page, phones.server.origin);
}, 120_000);
afterEach(async () => {
  takeProblems(phones.her.problems, /ERR_|Failed to (fetch|load resource)/);
  takeProblems(phones.his.problems, /ERR_|Failed to (fetch|load resource)/);
  await phones.stop();
}, 60_000);

/** The last try may have begun just before, and waits for its answer; then the next one is waited for. */
const longestWait = alertLimits.patienceMs + Math.max(...alertLimits.retryMs);

const endpoint = "**/api/watches/**";

/** How the server and the push service are gone, and how they come back. */
const outages = {
  off: {
    begin: () => phones.server.kill(),
    end: () => phones.server.restart(),
  },
  "never answer": {
    begin: async () => {
      phones.push.answers = "hangs";
      await phones.her.context.route(endpoint, () => undefined);
    },
    end: () => phones.her.context.unroute(endpoint),
  },
  "answer 500": {
    begin: async () => {
      phones.push.answers = 500;
      await phones.her.context.route(endpoint, (route) => route.fulfill({ status: 500 }));
    },
    end: () => phones.her.context.unroute(endpoint),
  },
} as const;

test.each(["off", "never answer", "answer 500"] as const)(
  "while server and push service are or do this: %s, it locks within 3 taps of a plain page and records within 20; soon after they are back the guardian is told",
  async (name) => {
    const { her, his, push, server } = phones;
    const reference = await openReference(browserOf(her), server.origin);
    await his.leave();
    await her.page.getByRole("button", { name: "REAL EMERGENCY" }).click();
    const confirm = her.page.getByRole("button", { name: "Yes, start now" });
    await confirm.waitFor();
    await outages[name].begin();
    await noteTimes(her.page);
    const { result: took, tap } = await reference.beside(async () => {
      await confirm.click();
      await her.page.getByText("Sending to Ben", { exact: true }).waitFor(patience);
      await her.page.getByText("Recording audio evidence").waitFor(patience);
      return tookOf(her.page);
    });
    expect(took.lock / tap).toBeLessThan(3);
    expect(took.recording / tap).toBeLessThan(20);
    // A request that failed was made again, and the guardian knows nothing.
    await her.page.waitForRequest(/watches\/items$/);
    expect(his.notifications()).toEqual([]);
    push.answers = "accepts";
    await outages[name].end();
    const back = performance.now();
    const told = await reference.beside(() => toldSince(phones, back));
    expect((told.result - longestWait) / told.tap).toBeLessThan(40);
    await reference.close();
    await her.page.getByText("On Ben's phone").waitFor(patience);
  },
  120_000,
);
