/** Claims about a call for help in one tab before or after an end in that tab or another one, while the database is slow. */
import { expect, test } from "vitest";
import { emergencyTimes } from "#content/limits.ts";
import { type EmergencyApp, ownPin, placeNow, startApp } from "#test/emergency-app.ts";
import { fakePhone } from "#test/fake-phone.ts";

/** How long the database is slow before both, from one to the other, and after them, in milliseconds. */
const leads = [0, 1_500];
const gaps = [100, 400, 2_000];
const slows = [0, 500, 1_200, 8_000];
const cases = leads.flatMap((lead) =>
  gaps.flatMap((gap) => slows.map((slow) => [lead, gap, slow] as const)),
);

/** An emergency that is on for a minute, in the tab that began it and in another one. */
async function twoTabs() {
  const phone = fakePhone();
  const a = await startApp(phone);
  a.trigger();
  await phone.clock.advance(60_000);
  const b = await startApp(phone);
  await phone.clock.advance(1_000);
  return { phone, a, b, first: a.emergency()?.id };
}

const call = ({ tab }: EmergencyApp) => tab.announce({ triggeredBy: "shake", safeWordUsed: null });
const end = ({ controller }: EmergencyApp) => controller.submitPin("lockScreen", ownPin, false);

/** Plays each case, a call in the first tab and an end in one of both, and says what the phone then has on. */
async function afterEach(who: string, order: "call, end" | "end, call") {
  const all = [];
  for (const [lead, gap, slow] of cases) {
    const { phone, a, b } = await twoTabs();
    const ender = who === "same" ? a : b;
    phone.isDiskSlow = slow > 0;
    await phone.clock.advance(lead);
    let trying: Promise<unknown> | undefined;
    if (order === "call, end") call(a);
    else trying = end(ender);
    await phone.clock.advance(gap);
    if (order === "call, end") trying = end(ender);
    else call(a);
    await phone.clock.advance(slow);
    phone.isDiskSlow = false;
    await phone.clock.advance(20_000);
    await trying;
    const kept = [phone.mirror, phone.disk.get("emergency") as typeof phone.mirror];
    const ids = kept.map(({ isLocked, emergencyId }) => (isLocked ? emergencyId : null));
    const on = [...ids, a.emergency()?.id ?? null, b.emergency()?.id ?? null];
    all.push({ about: `${lead} ${gap} ${slow}`, on });
  }
  return all;
}

test.each(["same", "other"])("an end in the %s tab swallows no later call", async (who) => {
  for (const { about, on } of await afterEach(who, "end, call")) {
    const [id] = on;
    expect([about, typeof id, on]).toEqual([about, "string", [id, id, id, id]]);
  }
});

test.each(["same", "other"])("an end in the %s tab is the end of an earlier call", async (who) => {
  for (const { about, on } of await afterEach(who, "call, end")) {
    expect([about, on]).toEqual([about, [null, null, null, null]]);
  }
});

test("a tab that stores something before it hears of the end leaves the end in local storage", async () => {
  const { phone, a, b, first } = await twoTabs();
  phone.isDiskSlow = true;
  void b.controller.submitPin("lockScreen", ownPin, false);
  await phone.clock.advance(emergencyTimes.durableWaitMs);
  a.tab.learnPlace({ fix: placeNow(phone) });
  expect(a.emergency()?.location).not.toBeNull();
  expect(phone.mirror).toMatchObject({ isLocked: false, emergencyId: first });
});

test("a call in a tab that is closed before the database has it is shown and recorded in another one", async () => {
  const { phone, a, b } = await twoTabs();
  await end(a);
  await phone.clock.advance(1_000);
  phone.isDiskSlow = true;
  call(b);
  const { emergencyId: id } = phone.mirror;
  await b.tab.close();
  await phone.clock.advance(5_000);
  expect([a.emergency()?.id, phone.disk.get("emergency")]).toMatchObject([id, { isLocked: false }]);
  phone.isDiskSlow = false;
  await phone.clock.advance(5_000);
  expect([a.emergency()?.id, a.controller.getState().recording.phase]).toEqual([id, "on"]);
  expect(phone.disk.get("emergency")).toMatchObject({ isLocked: true, emergencyId: id });
});
