/** Claims about emergencies of which guardians know several, and the device one: the own PIN ends all of them. */
import { expect, test } from "vitest";
import { fractionsOf } from "#test/chance.ts";
import { type EmergencyApp, ownPin, startApp } from "#test/emergency-app.ts";
import { type FakePhone, fakePhone } from "#test/fake-phone.ts";

/** The emergencies that guardians were told of as begun, and not as ended. */
const goingOn = ({ news }: FakePhone) => {
  const of = (kind: string) =>
    news.flatMap(({ what, emergencyId }) => (what === kind ? [emergencyId] : []));
  const ended = new Set(of("ended"));
  return [...new Set(of("started"))].filter((id) => !ended.has(id));
};
const call = ({ controller }: EmergencyApp) =>
  controller.trigger({ kind: "real", triggeredBy: "voice", safeWord: "help" });
const unlock = async ({ controller }: EmergencyApp, phone: FakePhone) => {
  await controller.submitPin("lockScreen", ownPin, false);
  await phone.clock.advance(5_000);
  await (await startApp(phone)).tab.close();
};

test("a call for help on a lock that a slow database has not confirmed ends with the emergency of that lock", async () => {
  const phone = fakePhone();
  const first = await startApp(phone);
  call(first);
  await phone.clock.advance(60_000);
  await first.tab.close();
  phone.isDiskSlow = true;
  const app = await startApp(phone);
  call(app);
  await phone.clock.advance(3_000);
  phone.isDiskSlow = false;
  await phone.clock.advance(10_000);
  expect(goingOn(phone)).toHaveLength(2);
  await unlock(app, phone);
  expect([app.emergency(), goingOn(phone)]).toEqual([null, []]);
});

test("two tabs that each began one while the database hung end both, whichever has the PIN, and whichever was closed", async () => {
  for (const [closed, unlocked] of [
    [null, 0],
    [null, 1],
    [0, 1],
    [1, 0],
  ] as const) {
    const phone = fakePhone();
    const tabs = [await startApp(phone), await startApp(phone)] as const;
    phone.isDiskSlow = true;
    for (const tab of tabs) {
      call(tab);
      await phone.clock.advance(2_000);
    }
    phone.isDiskSlow = false;
    await phone.clock.advance(10_000);
    expect(goingOn(phone)).toHaveLength(2);
    if (closed !== null) await tabs[closed].tab.close();
    await unlock(tabs[unlocked], phone);
    expect([closed, goingOn(phone)]).toEqual([closed, []]);
  }
});

test("the end of one that the database never heard of is told, also where help was called for again before it answers", async () => {
  const phone = fakePhone();
  const app = await startApp(phone);
  const other = await startApp(phone);
  phone.isDiskSlow = true;
  for (let count = 0; count < 2; count += 1) {
    call(app);
    await phone.clock.advance(3_000);
    void other.controller.submitPin("lockScreen", ownPin, false);
    await phone.clock.advance(3_000);
    expect([app.emergency(), other.emergency()]).toEqual([null, null]);
  }
  call(other);
  await phone.clock.advance(3_000);
  expect(goingOn(phone)).toHaveLength(3);
  phone.isDiskSlow = false;
  await phone.clock.advance(10_000);
  expect(goingOn(phone)).toEqual([other.emergency()?.id]);
});

test.each(Array.from({ length: 60 }, (_, index) => index + 1))(
  "no emergency that is on was told to have ended, whatever two tabs do and whether the database answers or not (sequence %d)",
  async (seed) => {
    const random = fractionsOf(seed * 7_919);
    const phone = fakePhone();
    const tabs = [await startApp(phone), await startApp(phone)];
    for (let count = 0; count < 12; count += 1) {
      const [move, index] = [random(), random() < 0.5 ? 0 : 1];
      const tab = tabs[index] as EmergencyApp;
      if (move < 0.35) call(tab);
      else if (move < 0.5) void tab.controller.submitPin("lockScreen", ownPin, false);
      else if (move < 0.65) phone.isDiskSlow = !phone.isDiskSlow;
      else if (move < 0.8 && !phone.isDiskSlow) {
        await phone.clock.advance(2_000);
        await tab.tab.close();
        tabs[index] = await startApp(phone);
      }
      await phone.clock.advance(random() * (random() < 0.5 ? 200 : 3_000));
    }
    phone.isDiskSlow = false;
    await phone.clock.advance(10_000);
    const [app] = tabs as [EmergencyApp];
    const on = app.emergency();
    expect(goingOn(phone)).toEqual(expect.arrayContaining(on === null ? [] : [on.id]));
    await unlock(app, phone);
    expect(app.emergency()).toBeNull();
  },
);
