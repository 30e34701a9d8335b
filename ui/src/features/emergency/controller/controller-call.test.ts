/** Claims about a call for help in one tab after the emergency was ended in another, while the database is slow. */
import { expect, test } from "vitest";
import { ownPin, placeNow, startApp } from "#test/emergency-app.ts";
import { fakePhone } from "#test/fake-phone.ts";

/** How long the database is slow before the end, from the end to the call, and after the call, in milliseconds. */
const leads = [0, 1_500];
const gaps = [0, 100, 900, 2_000];
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

test.each(["same", "other"])("an end in the %s tab swallows no later call", async (who) => {
  for (const [lead, gap, slow] of cases) {
    const { phone, a, b, first } = await twoTabs();
    phone.isDiskSlow = slow > 0;
    await phone.clock.advance(lead);
    const ender = who === "same" ? a : b;
    const trying = ender.controller.submitPin("lockScreen", ownPin, false);
    await phone.clock.advance(gap);
    a.tab.announce({ triggeredBy: "shake", safeWordUsed: null });
    await phone.clock.advance(slow);
    phone.isDiskSlow = false;
    await phone.clock.advance(20_000);
    await trying;
    const id = a.emergency()?.id;
    const about = `${lead} ${gap} ${slow}`;
    expect([about, id !== undefined && id !== first, b.emergency()?.id]).toEqual([about, true, id]);
    const on = { isLocked: true, emergencyId: id };
    expect([phone.disk.get("emergency"), phone.mirror]).toMatchObject([on, on]);
  }
});

test("a tab that stores something before it hears of the end leaves the end in local storage", async () => {
  const { phone, a, b, first } = await twoTabs();
  phone.isDiskSlow = true;
  void b.controller.submitPin("lockScreen", ownPin, false);
  await phone.clock.advance(0);
  a.tab.learnPlace({ fix: placeNow(phone) });
  expect(a.emergency()?.location).not.toBeNull();
  expect(phone.mirror).toMatchObject({ isLocked: false, emergencyId: first });
});
