/** Claims about kills: local storage is written late, so after one it may hold any state from before. */
import { beforeEach, describe, expect, test } from "vitest";
import { type EmergencyRecord, NO_EMERGENCY } from "#store/emergency/emergency-state.ts";
import { fractionsOf } from "#test/chance.ts";
import { demoPin, ownPin, startApp } from "#test/emergency-app.ts";
import { type FakePhone, fakePhone } from "#test/fake-phone.ts";

/** What local storage holds of the emergency. */
const storageOf = ({ mirror, texts }: FakePhone) => ({ mirror, texts });

test.each(Array.from({ length: 40 }, (_, index) => index + 1))(
  "an ended emergency never comes back, and one that is on always does (sequence %d)",
  async (seed) => {
    const random = fractionsOf(seed * 7_919);
    const phone = fakePhone();
    const written = [storageOf(phone)];
    let app = await startApp(phone);
    const ended = new Set<string>();
    for (let count = 0; count < 40; count += 1) {
      const going = app.emergency();
      const move = random();
      if (move < 0.35) app.trigger(random() < 0.3 ? "test" : "real");
      else if (move < 0.65) {
        const pin = random() < 0.3 ? demoPin : ownPin;
        const outcome = await app.controller.submitPin("lockScreen", pin, false);
        if (going !== null && (outcome === "own" || outcome === "demo")) ended.add(going.id);
      } else if (move < 0.7) await phone.clock.advance(random() * 5_000);
      else if (move < 0.75) phone.clock.changeWallTime((random() - 0.5) * 86_400_000);
      else {
        const on = app.emergency();
        const told = phone.news.length;
        await app.tab.close();
        Object.assign(phone, written[Math.floor(random() * written.length)]);
        phone.isDiskSlow = random() < 0.5;
        app = await startApp(phone);
        if (phone.isDiskSlow) {
          await phone.clock.advance(random() * 4_000);
          expect(app.tab.microphone.opened).toBe(0);
          expect(phone.news.slice(told)).toEqual([]);
          phone.isDiskSlow = false;
          await phone.clock.advance(1_100);
        }
        expect(app.emergency()?.id).toBe(on?.id);
        const late = phone.news.slice(told).filter((news) => ended.has(news.emergencyId));
        expect(late).toEqual([]);
      }
      await phone.clock.advance(0);
      written.push(storageOf(phone));
    }
  },
);

describe("a database that answers late", () => {
  let phone: FakePhone;
  /** Local storage as it was while an emergency was on that ended since. */
  let stale: ReturnType<typeof storageOf>;
  let staleId: string | undefined;

  beforeEach(async () => {
    phone = fakePhone();
    const app = await startApp(phone);
    app.trigger();
    await phone.clock.advance(0);
    staleId = app.emergency()?.id;
    stale = storageOf(phone);
    await app.controller.submitPin("lockScreen", ownPin, false);
    await phone.clock.advance(60_000);
    app.trigger("test");
    await phone.clock.advance(0);
    await app.controller.submitPin("lockScreen", ownPin, false);
    await phone.clock.advance(60_000);
    await app.tab.close();
    phone.news.length = 0;
  });

  /** Starts the app after a kill, with what local storage had then and with a database that does not answer. */
  async function startSlow() {
    Object.assign(phone, stale);
    phone.isDiskSlow = true;
    return startApp(phone);
  }

  /** The database answers, and is asked. */
  async function answer() {
    phone.isDiskSlow = false;
    await phone.clock.advance(1_100);
  }

  test("shows the lock that local storage has, with its messages, and does nothing else", async () => {
    const app = await startSlow();
    await phone.clock.advance(5_000);
    expect(app.emergency()?.id).toBe(staleId);
    const phoneNumber = "+61400000001";
    app.controller.report({
      type: "message-requested",
      emergencyId: String(staleId),
      phoneNumber,
      hasPlace: true,
    });
    await phone.clock.advance(60_000);
    expect(app.opened()).toEqual([phoneNumber]);
    expect([app.tab.microphone.opened, phone.news, [...app.tab.holds]]).toEqual([0, [], ["page"]]);
    await answer();
    expect(app.emergency()).toBeNull();
    expect(app.tab.microphone.opened).toBe(0);
    expect(phone.news).toEqual([]);
    expect([phone.disk.get("emergency"), phone.mirror]).toMatchObject([
      { isLocked: false },
      { isLocked: false },
    ]);
  });

  test("learns of no ended emergency from what was written meanwhile, also after another start", async () => {
    for (let count = 0; count < 3; count += 1) {
      const app = await startSlow();
      await phone.clock.advance(3_000);
      stale = storageOf(phone);
      await app.tab.close();
    }
    const app = await startSlow();
    await answer();
    expect(app.emergency()).toBeNull();
    expect(phone.disk.get("emergency")).toMatchObject({ isLocked: false });
  });

  test("keeps no real emergency of this page waiting, and learns of it", async () => {
    const app = await startSlow();
    await phone.clock.advance(1_500);
    app.trigger();
    await phone.clock.advance(1_500);
    const id = app.emergency()?.id;
    expect(id).not.toBe(staleId);
    await expect.poll(() => app.tab.microphone.running).toBe(1);
    expect(phone.news).toMatchObject([{ emergencyId: id, what: "started" }]);
    await answer();
    expect(app.emergency()).toMatchObject({ id, kind: "real" });
    expect(phone.disk.get("emergency")).toMatchObject({ emergencyId: id, isLocked: true });
    await app.tab.close();
    Object.assign(phone, stale);
    expect((await startApp(phone)).emergency()?.id).toBe(id);
  });

  test("learns of the end of an emergency that it had as on, and only then guardians do", async () => {
    const first = await startApp(phone);
    first.trigger();
    await phone.clock.advance(0);
    const id = first.emergency()?.id;
    stale = storageOf(phone);
    await first.tab.close();
    phone.news.length = 0;
    const app = await startSlow();
    const trying = app.controller.submitPin("lockScreen", ownPin, false);
    await phone.clock.advance(3_000);
    await trying;
    expect([app.emergency(), phone.mirror.isLocked, phone.news]).toEqual([null, false, []]);
    await answer();
    expect(app.emergency()).toBeNull();
    expect(phone.disk.get("emergency")).toMatchObject({ isLocked: false });
    expect(phone.news).toMatchObject([{ emergencyId: id, what: "ended" }]);
  });

  test("never had an emergency whose beginning guardians were told: then they are told its end, too", async () => {
    const first = await startApp(phone);
    phone.isDiskSlow = true;
    first.trigger();
    await phone.clock.advance(5_000);
    const id = first.emergency()?.id;
    stale = storageOf(phone);
    await first.tab.close();
    expect(phone.news).toMatchObject([{ emergencyId: id, what: "started" }]);
    const app = await startSlow();
    const trying = app.controller.submitPin("lockScreen", ownPin, false);
    await phone.clock.advance(3_000);
    await trying;
    await answer();
    expect(app.emergency()).toBeNull();
    expect(phone.news.at(-1)).toMatchObject({ emergencyId: id, what: "ended" });
  });

  test("hears in one tab of a decoy that was typed in another before it answered", async () => {
    const first = await startApp(phone);
    first.trigger();
    await phone.clock.advance(0);
    phone.isDiskSlow = true;
    const second = await startApp(phone);
    const trying = second.controller.submitPin("lockScreen", demoPin, false);
    await phone.clock.advance(3_000);
    expect(await trying).toBe("decoy");
    await answer();
    expect(first.emergency()).toMatchObject({ isDecoy: true });
  });

  test("goes on with an emergency that it has as on, once it says so", async () => {
    const first = await startApp(phone);
    first.trigger();
    await phone.clock.advance(0);
    const id = first.emergency()?.id;
    stale = storageOf(phone);
    await first.tab.close();
    phone.news.length = 0;
    const app = await startSlow();
    await phone.clock.advance(10_000);
    expect([app.emergency()?.id, app.tab.microphone.opened]).toEqual([id, 0]);
    await answer();
    await expect.poll(() => app.tab.microphone.running).toBe(1);
    expect(phone.news).toMatchObject([{ emergencyId: id, what: "started" }]);
  });
});

describe("a clock that was set back since the last end", () => {
  let phone: FakePhone;

  beforeEach(async () => {
    phone = fakePhone();
    const app = await startApp(phone);
    app.trigger();
    await phone.clock.advance(0);
    await app.controller.submitPin("lockScreen", ownPin, false);
    await app.tab.close();
    phone.clock.changeWallTime(-86_400_000);
  });

  test.each([0, 1_500])(
    "loses no emergency that began before the database was read, after a kill before it heard of it (%d ms)",
    async (ms) => {
      phone.isDiskSlow = true;
      const app = await startApp(phone);
      app.trigger();
      const id = app.emergency()?.id;
      await phone.clock.advance(ms);
      await app.tab.close();
      phone.isDiskSlow = false;
      const next = await startApp(phone);
      expect(next.emergency()).toMatchObject({ id, kind: "real" });
      expect(phone.disk.get("emergency")).toMatchObject({ emergencyId: id, isLocked: true });
    },
  );

  test("is made up for by the disk, of which the page and the mirror then know", async () => {
    phone.isDiskSlow = true;
    phone.mirror = NO_EMERGENCY;
    phone.texts = new Map();
    const app = await startApp(phone);
    app.trigger();
    phone.isDiskSlow = false;
    await phone.clock.advance(100);
    const { sequence, lastEnd } = phone.disk.get("emergency") as EmergencyRecord;
    expect(sequence).toBeGreaterThan(lastEnd);
    expect(app.emergency()).toMatchObject({ sequence });
    expect(phone.mirror).toMatchObject({ sequence, lastEnd });
  });
});
