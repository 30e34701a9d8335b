/** Claims about a code that is being tried while something else happens on the phone. */
import { beforeEach, describe, expect, test } from "vitest";
import { NO_EMERGENCY } from "#store/emergency/emergency-state.ts";
import { demoPin, type EmergencyApp, ownPin, startApp } from "#test/emergency-app.ts";
import { type FakePhone, fakePhone } from "#test/fake-phone.ts";

let phone: FakePhone;
let app: EmergencyApp;

const advance = (ms: number) => phone.clock.advance(ms);
const submit = (pin: string) => app.controller.submitPin("overlay", pin, false);
const speakWord = () => app.tab.announce({ triggeredBy: "voice", safeWordUsed: "help" });

/** Lets the comparison of each code take `ms` milliseconds, as hashing does. */
function slowHashes(ms: number): void {
  const { matchesPin } = app.tab.devices;
  const slow: typeof matchesPin = async (...compared) => {
    await new Promise<void>((resolve) => phone.clock.after(ms, resolve));
    return matchesPin(...compared);
  };
  Object.assign(app.tab.devices, { matchesPin: slow });
}

beforeEach(async () => {
  phone = fakePhone();
  app = await startApp(phone);
});

describe("while the demo PIN is tried in a test", () => {
  beforeEach(async () => {
    app.trigger("test");
    await advance(0);
    slowHashes(300);
  });

  test("a spoken word makes it real: the code is a decoy, and the recording goes on", async () => {
    const trying = submit(demoPin);
    await advance(100);
    speakWord();
    await advance(300);
    expect(await trying).toBe("decoy");
    await advance(1_000);
    expect(app.emergency()).toMatchObject({ kind: "real", isDecoy: true });
    expect(app.tab.microphone.running).toBe(1);
    expect(phone.disk.get("emergency")).toMatchObject({ isLocked: true, kind: "real" });
    expect(phone.news.map(({ what }) => what)).not.toContain("ended");
  });

  test("nothing else happens: the code ends the test", async () => {
    const trying = submit(demoPin);
    await advance(300);
    expect([await trying, app.emergency()]).toEqual(["demo", null]);
  });
});

test("the own PIN, typed on a screen without an emergency, ends none that begins meanwhile", async () => {
  slowHashes(300);
  const trying = submit(ownPin);
  await advance(100);
  speakWord();
  await advance(300);
  expect(await trying).toBe("own");
  expect(app.emergency()).toMatchObject({ kind: "real", isDecoy: false });
});

describe("while the own PIN is compared", () => {
  let first: string | undefined;

  /** An emergency is on for so long. */
  async function begin(forMs: number) {
    app.trigger();
    await advance(forMs);
    first = app.emergency()?.id;
    slowHashes(300);
  }

  /** What the phone has on by both homes and by this page; null for none. */
  const on = () => {
    const kept = [phone.mirror, phone.disk.get("emergency") as typeof phone.mirror];
    const ids = kept.map(({ isLocked, emergencyId }) => (isLocked ? emergencyId : null));
    return [...new Set([...ids, app.emergency()?.id ?? null])];
  };

  test.each([
    [60_000, false],
    [60_000, true],
    // In the moment of the last alarm.
    [500, false],
  ])("a call is not ended by it (%d ms, slow database: %s)", async (forMs, isSlow) => {
    await begin(forMs);
    const trying = submit(ownPin);
    await advance(100);
    phone.isDiskSlow = isSlow;
    speakWord();
    await advance(isSlow ? 6_000 : 300);
    expect([await trying, app.wentHome()]).toEqual(["own", 0]);
    phone.isDiskSlow = false;
    await advance(20_000);
    expect(on()).toEqual([first]);
    expect(app.controller.getState().recording.phase).toBe("on");
    expect(app.tab.toasts).toEqual([]);
    const told = phone.news.map(({ emergencyId, what }) => [emergencyId, what]);
    const alarms = forMs < 3_000 ? [] : [[first, "again"]];
    expect(told).toEqual([[first, "started"], ...alarms]);
  });

  test("a call is not ended by it where the clock is set back meanwhile", async () => {
    await begin(60_000);
    const trying = submit(ownPin);
    await advance(100);
    phone.clock.changeWallTime(-3_600_000);
    speakWord();
    await advance(1_000);
    expect([await trying, on()]).toEqual(["own", [first]]);
  });

  test.each([
    [60_000, "stays open"],
    [60_000, "is closed"],
    [10_000, "is closed"],
    [500, "is closed"],
  ])("a call in another tab is not ended by it (%d ms, it %s)", async (forMs, after) => {
    await begin(forMs);
    const other = await startApp(phone);
    const trying = submit(ownPin);
    await advance(100);
    other.tab.announce({ triggeredBy: "shake", safeWordUsed: null });
    await advance(50);
    if (after === "is closed") await other.tab.close();
    await advance(1_000);
    expect(await trying).toBe("own");
    await advance(20_000);
    expect([on(), other.emergency()?.id]).toEqual([[first], first]);
    expect(phone.news.map(({ what }) => what)).not.toContain("ended");
  });

  test("a call just before it was typed has ended with the emergency", async () => {
    await begin(60_000);
    speakWord();
    const trying = submit(ownPin);
    await advance(1_000);
    expect([await trying, on()]).toEqual(["own", [null]]);
  });
});

describe("in a tab that has not heard of a call in another one", () => {
  let other: EmergencyApp;

  /** An emergency is on in both tabs; then help is called for in the other. */
  async function callElsewhere(kind: "real" | "test", isDiskSlow = false) {
    app.trigger(kind);
    await advance(60_000);
    other = await startApp(phone);
    Object.assign(other.tab.devices, { tellOtherTabs: () => undefined });
    phone.isDiskSlow = isDiskSlow;
    other.tab.announce({ triggeredBy: "shake", safeWordUsed: null });
    await advance(500);
  }

  test.each([false, true])(
    "the public code does not end the test that it made real (hanging database: %s)",
    async (isSlow) => {
      await callElsewhere("test", isSlow);
      expect(app.emergency()).toMatchObject({ kind: "test" });
      const trying = submit(demoPin);
      await advance(10_000);
      phone.isDiskSlow = false;
      await advance(10_000);
      expect(await trying).toBe("decoy");
      const real = { kind: "real", isDecoy: true };
      expect([app.emergency(), other.emergency()]).toMatchObject([real, real]);
      expect(phone.disk.get("emergency")).toMatchObject({ ...real, isLocked: true });
    },
  );

  test("the public code ends no real emergency of which only the database knows", async () => {
    await callElsewhere("test");
    Object.assign(phone, { mirror: NO_EMERGENCY, texts: new Map() });
    expect(await submit(demoPin)).toBe("decoy");
    expect(phone.disk.get("emergency")).toMatchObject({ kind: "real", isLocked: true });
  });

  test("the own PIN ends the call too, also where the clock was set back since", async () => {
    await callElsewhere("real");
    phone.clock.changeWallTime(-3_000);
    Object.assign(app.tab.devices, { tellOtherTabs: () => undefined });
    await submit(ownPin);
    await advance(20_000);
    await other.tab.setVisible(false);
    await other.tab.setVisible(true);
    await advance(1_000);
    expect([app.emergency(), other.emergency()]).toEqual([null, null]);
    expect(phone.disk.get("emergency")).toMatchObject({ isLocked: false });
  });

  test("a PIN that somebody wrote into local storage opens nothing, also where the database hangs", async () => {
    app.trigger();
    await advance(0);
    phone.isDiskSlow = true;
    phone.mirror = { ...phone.mirror, ownPin: "999999", alarms: 2 };
    const tried = [submit("999999"), submit(ownPin)];
    await advance(10_000);
    expect(await Promise.all(tried)).toEqual(["wrong", "own"]);
  });
});

test("a call after an end begins another emergency where the clock is set back before that is heard of", async () => {
  app.trigger();
  const other = await startApp(phone);
  await advance(60_000);
  Object.assign(other.tab.devices, { tellOtherTabs: () => undefined });
  await other.controller.submitPin("lockScreen", ownPin, false);
  await advance(1_000);
  // Local storage has lost the end.
  Object.assign(phone, { mirror: NO_EMERGENCY, texts: new Map(), isDiskSlow: true });
  speakWord();
  phone.clock.changeWallTime(-3_000);
  await advance(200);
  phone.isDiskSlow = false;
  await advance(20_000);
  const id = app.emergency()?.id;
  expect([undefined, "tab1-1"]).not.toContain(id);
  expect(phone.disk.get("emergency")).toMatchObject({ emergencyId: id, isLocked: true });
});

describe("after local storage was cleared", () => {
  const counters = {
    emergency: { failedAttempts: 3, remainingMs: 0 },
    securityCode: { failedAttempts: 2, remainingMs: 0 },
  };

  beforeEach(() => {
    const kept = phone.settings;
    phone.lockouts = counters;
    phone.settings = { ...kept, pinCode: "" };
    const settleSettings = async () => {
      await new Promise<void>((resolve) => phone.clock.after(200, resolve));
      phone.settings = kept;
    };
    Object.assign(app.tab.devices, { settleSettings });
  });

  test("the demo PIN opens nothing beside an own PIN that the database knows, and clears no counter", async () => {
    const trying = app.controller.submitPin("securityCode", demoPin, false);
    await advance(200);
    expect(await trying).toBe("decoy");
    expect(phone.lockouts).toEqual(counters);
  });

  test("the own PIN is known as such when it is to be changed", async () => {
    const checking = app.controller.checkPin(ownPin);
    await advance(200);
    expect(await checking).toBe(true);
  });
});
