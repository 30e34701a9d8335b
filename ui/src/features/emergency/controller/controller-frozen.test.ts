/** Claims about a tab that the browser has frozen: it hears nothing of the others until it is shown again. */
import { describe, expect, test } from "vitest";
import { storageLimits } from "#content/limits.ts";
import { type EmergencyRecord, NO_EMERGENCY } from "#store/emergency/emergency-state.ts";
import { fractionsOf } from "#test/chance.ts";
import { demoPin, ownPin, placeNow, startApp } from "#test/emergency-app.ts";
import { type FakePhone, fakePhone } from "#test/fake-phone.ts";
import { createController } from "./controller.ts";

/** Opens a tab that is frozen once it has started; `thaw` shows it again. */
async function openFrozenTab(phone: FakePhone) {
  const tab = phone.openTab();
  const listeners: (() => void)[] = [];
  let release: () => void = () => undefined;
  const thawed = new Promise<void>((resolve) => {
    release = resolve;
  });
  const whileHolding: typeof tab.devices.whileHolding = async (...held) => {
    await thawed;
    return tab.devices.whileHolding(...held);
  };
  const onOtherTab = (listener: () => void) => {
    listeners.push(listener);
    return () => undefined;
  };
  const controller = createController({ ...tab.devices, whileHolding, onOtherTab });
  controller.start({ demoPin, goHome: () => undefined });
  await phone.clock.advance(0);
  /** It hears that the emergency changed. */
  const hear = () => {
    for (const listener of listeners) listener();
  };
  const thaw = () => {
    release();
    hear();
  };
  return { tab, hear, thaw, controller, emergency: () => controller.getState().emergency };
}

/** A phone whose emergency is over in one tab, and still on in another that has not heard of it. */
async function openStaleTab(kind: "test" | "real" = "real") {
  const phone = fakePhone();
  const app = await startApp(phone);
  app.trigger(kind);
  await phone.clock.advance(1_000);
  const stale = await openFrozenTab(phone);
  const endedId = app.emergency()?.id;
  expect(stale.emergency()?.id).toBe(endedId);
  await app.controller.submitPin("lockScreen", ownPin, false);
  await phone.clock.advance(60_000);
  phone.news.length = 0;
  return { phone, app, stale, endedId };
}

test.each(["test", "real"] as const)(
  "does not bring an ended emergency back into a %s one",
  async (kind) => {
    const phone = fakePhone();
    const app = await startApp(phone);
    app.trigger("real");
    await phone.clock.advance(1_000);
    const ended = app.emergency()?.id;
    const frozen = await openFrozenTab(phone);
    expect(frozen.emergency()?.id).toBe(ended);
    await app.controller.submitPin("lockScreen", ownPin, false);
    await phone.clock.advance(60_000);
    app.trigger(kind);
    await phone.clock.advance(1_000);
    const going = { id: app.emergency()?.id, kind };
    expect(going.id).not.toBe(ended);
    frozen.thaw();
    await phone.clock.advance(1_000);
    frozen.tab.learnPlace({ fix: placeNow(phone) });
    await phone.clock.advance(2_000);
    expect(app.emergency()).toMatchObject(going);
    expect(frozen.emergency()).toMatchObject(going);
    expect(phone.disk.get("emergency")).toMatchObject({ emergencyId: going.id, kind });
  },
);

/** What guardians are told, each thing once, as notes are. */
const told = ({ news }: FakePhone) => [
  ...new Set(news.map(({ emergencyId, what }) => `${emergencyId} ${what}`)),
];

describe("a call for help in a tab that has not heard of an end", () => {
  const calls = [
    ["button", null],
    ["shake", null],
    ["voice", "help me"],
  ] as const;

  test.each(calls)("begins another emergency (%s)", async (triggeredBy, safeWordUsed) => {
    const { phone, app, stale, endedId } = await openStaleTab();
    stale.tab.announce({ triggeredBy, safeWordUsed });
    stale.thaw();
    await phone.clock.advance(1_000);
    const id = stale.emergency()?.id;
    expect(id).not.toBe(endedId);
    expect(stale.emergency()).toMatchObject({ kind: "real", triggeredBy, alarms: 1 });
    expect(phone.disk.get("emergency")).toMatchObject({ emergencyId: id, isLocked: true });
    expect(phone.mirror).toMatchObject({ emergencyId: id, isLocked: true });
    expect(app.emergency()).toMatchObject({ id, kind: "real" });
    await expect.poll(() => stale.tab.microphone.running).toBe(1);
    expect(told(phone)).toEqual([`${id} started`]);
  });

  test("that was a test does so too", async () => {
    const { phone, stale, endedId } = await openStaleTab("test");
    stale.tab.announce({ triggeredBy: "voice", safeWordUsed: "help me" });
    await phone.clock.advance(1_000);
    expect(stale.emergency()).toMatchObject({ kind: "real", triggeredBy: "voice" });
    expect(stale.emergency()?.id).not.toBe(endedId);
  });

  test("also when local storage knows nothing of the end", async () => {
    const { phone, stale, endedId } = await openStaleTab();
    phone.mirror = { ...phone.mirror, lastEnd: 0, emergencyId: null, sequence: 0 };
    phone.texts = new Map();
    stale.tab.announce({ triggeredBy: "shake", safeWordUsed: null });
    await phone.clock.advance(1_000);
    expect(stale.emergency()?.id).not.toBe(endedId);
    expect(stale.emergency()).toMatchObject({ kind: "real", triggeredBy: "shake" });
    // Of the one that is over nothing is told.
    expect(told(phone)).toEqual([`${stale.emergency()?.id} started`]);
  });

  test("also when the database hangs and local storage knows of the end", async () => {
    const { phone, stale, endedId } = await openStaleTab();
    phone.isDiskSlow = true;
    stale.tab.announce({ triggeredBy: "shake", safeWordUsed: null });
    await phone.clock.advance(5_000);
    const id = stale.emergency()?.id;
    expect(id).not.toBe(endedId);
    phone.isDiskSlow = false;
    await phone.clock.advance(3_000);
    expect(stale.emergency()?.id).toBe(id);
    expect(phone.disk.get("emergency")).toMatchObject({ emergencyId: id, isLocked: true });
  });

  test("is another alarm in the emergency that began meanwhile", async () => {
    const { phone, app, stale } = await openStaleTab();
    app.trigger();
    await phone.clock.advance(60_000);
    const id = app.emergency()?.id;
    stale.tab.announce({ triggeredBy: "shake", safeWordUsed: null });
    await phone.clock.advance(2_000);
    for (const tab of [app, stale]) expect(tab.emergency()).toMatchObject({ id, alarms: 2 });
    expect(told(phone)).toEqual([`${id} started`, `${id} again`]);
  });

  test("begins another one as well where one alarm of the old one is still due", async () => {
    const phone = fakePhone();
    const app = await startApp(phone);
    app.trigger();
    await phone.clock.advance(5_000);
    app.tab.announce({ triggeredBy: "shake", safeWordUsed: null });
    await phone.clock.advance(0);
    const stale = await openFrozenTab(phone);
    expect(stale.emergency()?.alarmDueAt).not.toBeNull();
    await app.controller.submitPin("lockScreen", ownPin, false);
    await phone.clock.advance(5_000);
    stale.tab.announce({ triggeredBy: "shake", safeWordUsed: null });
    await phone.clock.advance(1_000);
    expect(stale.emergency()?.id).toBe("tab2-1");
  });
});

describe("a call for help in an emergency that is on", () => {
  const call = { triggeredBy: "shake", safeWordUsed: null } as const;

  test("begins no other when it ends soon after, however slow the database is", async () => {
    for (const slowMs of [0, 500, 900, 2_500, 30_000]) {
      const phone = fakePhone();
      const app = await startApp(phone);
      app.trigger();
      await phone.clock.advance(60_000);
      phone.isDiskSlow = slowMs > 0;
      app.tab.announce(call);
      const trying = app.controller.submitPin("lockScreen", ownPin, false);
      await phone.clock.advance(slowMs);
      phone.isDiskSlow = false;
      await phone.clock.advance(60_000);
      await trying;
      expect([app.emergency(), phone.mirror.isLocked]).toEqual([null, false]);
      expect(phone.disk.get("emergency")).toMatchObject({ isLocked: false });
    }
  });

  test.each([
    [300, "healthy"],
    [storageLimits.databasePatienceMs + 100, "hanging"],
  ])("begins no other when another tab ends it later (%d ms, %s)", async (ms, state) => {
    const phone = fakePhone();
    const app = await startApp(phone);
    app.trigger();
    await phone.clock.advance(60_000);
    const other = await startApp(phone);
    phone.isDiskSlow = state === "hanging";
    app.tab.announce(call);
    await phone.clock.advance(ms);
    const trying = other.controller.submitPin("lockScreen", ownPin, false);
    await phone.clock.advance(10_000);
    phone.isDiskSlow = false;
    await phone.clock.advance(60_000);
    await trying;
    expect([app.emergency(), other.emergency()]).toEqual([null, null]);
    expect(phone.disk.get("emergency")).toMatchObject({ isLocked: false });
  });

  test("begins no other an hour later, when the page was frozen before the database had answered", async () => {
    const phone = fakePhone();
    const app = await startApp(phone);
    app.trigger();
    await phone.clock.advance(60_000);
    const frozen = await openFrozenTab(phone);
    const { id: emergencyId = "" } = frozen.emergency() ?? {};
    phone.isDiskSlow = true;
    frozen.tab.announce(call);
    phone.clock.sleep(3_600_000);
    phone.isDiskSlow = false;
    phone.disk.set("emergency", { ...NO_EMERGENCY, emergencyId, lastEnd: Date.now() });
    phone.texts = new Map();
    frozen.thaw();
    await phone.clock.advance(5_000);
    expect(frozen.emergency()).toBeNull();
    expect(phone.disk.get("emergency")).toMatchObject({ isLocked: false });
  });
});

test("two ends while a tab is frozen end the emergency in it, and a call begins another", async () => {
  for (const isCalled of [false, true]) {
    const { phone, app, stale } = await openStaleTab();
    app.trigger();
    await phone.clock.advance(1_000);
    const secondId = app.emergency()?.id;
    await app.controller.submitPin("lockScreen", ownPin, false);
    await phone.clock.advance(60_000);
    if (isCalled) stale.tab.announce({ triggeredBy: "shake", safeWordUsed: null });
    stale.hear();
    await phone.clock.advance(1_000);
    if (isCalled) {
      expect(stale.emergency()).toMatchObject({ id: "tab2-1", triggeredBy: "shake" });
      expect(app.emergency()?.id).toBe("tab2-1");
    } else expect(stale.emergency()).toBeNull();
    const emergencyId = isCalled ? "tab2-1" : secondId;
    expect(phone.disk.get("emergency")).toMatchObject({ emergencyId, isLocked: isCalled });
  }
});

test.each(Array.from({ length: 12 }, (_, index) => index + 1))(
  "calls and ends in tabs that hear of each other late: each call is heard, and no end is undone (sequence %d)",
  async (seed) => {
    const random = fractionsOf(seed * 6_007);
    const phone = fakePhone();
    const tabs = [await startApp(phone), await openFrozenTab(phone), await openFrozenTab(phone)];
    const kept = () => phone.disk.get("emergency") as EmergencyRecord | undefined;
    for (let count = 0; count < 40; count += 1) {
      const tab = tabs[Math.floor(random() * tabs.length)] as (typeof tabs)[number];
      const going = tab.emergency();
      const move = random();
      phone.isDiskSlow = random() < 0.2;
      // A phone may forget local storage, which then knows of no end.
      if (!phone.isDiskSlow && random() < 0.3) {
        phone.texts = new Map();
        phone.mirror = NO_EMERGENCY;
      }
      if (move < 0.4) {
        tab.tab.announce({ triggeredBy: random() < 0.5 ? "button" : "shake", safeWordUsed: null });
      } else if (move < 0.9) {
        const wasOn = kept()?.isLocked === true && kept()?.emergencyId === going?.id;
        const trying = tab.controller.submitPin("lockScreen", ownPin, false);
        await phone.clock.advance(random() * 900);
        phone.isDiskSlow = false;
        await phone.clock.advance(2_000);
        await trying;
        if (wasOn) expect([tab.emergency(), kept()?.isLocked]).toEqual([null, false]);
      } else if ("thaw" in tab) tab.thaw();
      if (phone.isDiskSlow) await phone.clock.advance(random() * 900);
      phone.isDiskSlow = false;
      await phone.clock.advance(100);
      if (move < 0.4) {
        expect(kept()).toMatchObject({ isLocked: true, kind: "real" });
        expect(tab.emergency()?.id).toBe(kept()?.emergencyId);
      }
      const { isLocked, emergencyId } = kept() ?? { isLocked: false };
      await phone.clock.advance(random() * 60_000);
      expect(kept() ?? { isLocked: false }).toMatchObject({
        isLocked,
        ...(isLocked && { emergencyId }),
      });
    }
  },
);
