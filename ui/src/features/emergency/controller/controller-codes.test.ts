/** Claims about a code that is being tried while something else happens on the phone. */
import { beforeEach, describe, expect, test } from "vitest";
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
