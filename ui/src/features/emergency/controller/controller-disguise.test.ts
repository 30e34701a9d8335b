/** Claims about an emergency behind the heart monitor, through the app on a fake phone. */
import { beforeEach, describe, expect, test } from "vitest";
import { demoPin, type EmergencyApp, ownPin, startApp } from "#test/emergency-app.ts";
import { type FakePhone, fakePhone } from "#test/fake-phone.ts";

let phone: FakePhone;
let app: EmergencyApp;

const say = async () => {
  app.tab.announce({ triggeredBy: "voice", safeWordUsed: "umbrella" });
  await phone.clock.advance(0);
};
const shake = async () => {
  for (let count = 0; count < 5; count += 1) {
    app.tab.move(30);
    await phone.clock.advance(600);
  }
};
const openLock = async () => {
  const emergencyId = app.emergency()?.id ?? "";
  app.controller.report({ type: "lock-opened", emergencyId });
  await phone.clock.advance(0);
};

describe("with the choice to stay disguised", () => {
  beforeEach(async () => {
    phone = fakePhone({ staysDisguised: true, isShakeEnabled: true, isShakeTried: true });
    app = await startApp(phone);
  });

  test("a word records, follows the place and holds the screen, without a toast or a held page", async () => {
    await say();
    expect(app.emergency()).toMatchObject({ isDisguised: true, triggeredBy: "voice" });
    expect([...app.tab.holds].sort()).toEqual(["position", "screen"]);
    await app.tab.speak("sound");
    await expect.poll(() => phone.chunks.length).toBe(1);
    expect([app.tab.toasts, app.opened()]).toEqual([[], []]);
  });

  test("a shake does the same, where the browser has no question", async () => {
    await shake();
    expect(app.emergency()).toMatchObject({ isDisguised: true, triggeredBy: "shake" });
    expect([app.tab.microphone.running, app.tab.askedForPosition()]).toEqual([1, 1]);
  });

  test("a shake leaves questions for microphone and location to the lock, and asks there", async () => {
    phone.microphonePermission = "prompt";
    phone.locationPermission = "prompt";
    await shake();
    expect([app.tab.microphone.running, app.tab.askedForPosition()]).toEqual([0, 0]);
    expect([...app.tab.holds]).toEqual(["screen"]);
    await openLock();
    expect([app.tab.microphone.running, app.tab.askedForPosition()]).toEqual([1, 1]);
    expect([...app.tab.holds].sort()).toEqual(["page", "position", "screen"]);
  });

  test("a microphone that heard the word is recorded even where the browser says that it would ask", async () => {
    phone.microphonePermission = "prompt";
    await say();
    expect(app.tab.microphone.running).toBe(1);
  });

  test("what waited for the lock is forgotten when the emergency ends before", async () => {
    phone.microphonePermission = "prompt";
    await shake();
    expect(await app.controller.submitPin("securityCode", ownPin, false)).toBe("own");
    await phone.clock.advance(0);
    await app.tab.allowMicrophone();
    app.trigger();
    await phone.clock.advance(0);
    expect(app.tab.microphone.opened).toBe(1);
  });

  test("the disguise is there after a restart, and the opened lock too", async () => {
    await say();
    await app.tab.close();
    app = await startApp(phone);
    expect(app.emergency()).toMatchObject({ isDisguised: true });
    expect(app.tab.holds).not.toContain("page");
    await openLock();
    await app.tab.close();
    app = await startApp(phone);
    expect(app.emergency()).toMatchObject({ isDisguised: false });
    expect(app.tab.holds).toContain("page");
  });

  test("the lock says whether the screen stays on, also while recording waits for a question", async () => {
    phone.microphonePermission = "prompt";
    await shake();
    app.tab.keepScreen(false);
    expect(app.controller.getState().isScreenKeptOn).toBe(false);
  });

  test("a recording that waited for the lock is that of the other tab's emergency, which was first", async () => {
    phone.microphonePermission = "prompt";
    await shake();
    const emergency = app.emergency();
    if (emergency === null) throw new Error("There is no emergency.");
    const kept = phone.disk.get("emergency") as object;
    phone.disk.set("emergency", { ...kept, emergencyId: "theirs" });
    app.controller.report({
      type: "restored",
      from: "database",
      emergency: { ...emergency, id: "theirs" },
    });
    await openLock();
    await app.tab.speak("sound");
    await expect.poll(() => phone.chunks.length).toBe(1);
    const owners = [...phone.recordings.values()].map((row) => row.emergencyEventId);
    expect(owners).toEqual(["theirs"]);
  });

  test("the button shows the lock", async () => {
    app.trigger();
    expect(app.emergency()).toMatchObject({ isDisguised: false, triggeredBy: "button" });
  });
});

test("without the choice a word shows the lock", async () => {
  phone = fakePhone();
  app = await startApp(phone);
  await say();
  expect(app.emergency()).toMatchObject({ isDisguised: false });
  expect(app.tab.holds).toContain("page");
});

test("a page that is opened behind a decoy asks for nothing until its emergency is over", async () => {
  phone = fakePhone();
  app = await startApp(phone);
  app.trigger();
  await phone.clock.advance(0);
  await app.controller.submitPin("lockScreen", demoPin, false);
  expect(app.emergency()).toMatchObject({ isDecoy: true });
  await app.tab.close();
  phone.microphonePermission = "prompt";
  phone.locationPermission = "prompt";
  app = await startApp(phone);
  expect(app.emergency()).toMatchObject({ isDecoy: true });
  expect([app.tab.microphone.opened, app.tab.askedForPosition()]).toEqual([0, 0]);
  expect(app.tab.holds).not.toContain("position");
  app.trigger();
  await phone.clock.advance(0);
  expect([app.tab.microphone.opened, app.tab.askedForPosition()]).toEqual([0, 0]);
  expect(await app.controller.submitPin("securityCode", ownPin, false)).toBe("own");
  await phone.clock.advance(0);
  app.trigger();
  await phone.clock.advance(0);
  expect(app.tab.microphone.opened).toBe(1);
});

test("a microphone that is muted behind a decoy, as during a call, is not opened anew where the browser would ask", async () => {
  phone = fakePhone();
  app = await startApp(phone);
  app.trigger();
  await phone.clock.advance(0);
  await app.tab.speak("before");
  await app.controller.submitPin("lockScreen", demoPin, false);
  phone.microphonePermission = "prompt";
  await app.tab.breakRecorder("muted");
  await phone.clock.advance(600_000);
  expect(app.tab.microphone).toEqual({ opened: 1, running: 0 });
  await app.tab.unmute();
  await expect.poll(() => app.tab.microphone).toEqual({ opened: 1, running: 1 });
});

test("a page that is opened behind a decoy records where nothing is asked", async () => {
  phone = fakePhone();
  app = await startApp(phone);
  app.trigger();
  await phone.clock.advance(0);
  await app.controller.submitPin("lockScreen", demoPin, false);
  await app.tab.close();
  app = await startApp(phone);
  expect(app.tab.microphone.running).toBe(1);
});

test("a trigger that fails behind a decoy says nothing, as an ordinary monitor would not", async () => {
  phone = fakePhone();
  app = await startApp(phone);
  app.trigger();
  await phone.clock.advance(0);
  await app.controller.submitPin("lockScreen", demoPin, false);
  const said = app.tab.toasts.length;
  const fail = () => {
    throw new Error("not here");
  };
  Object.assign(app.tab.devices, { emergencyId: fail });
  app.tab.announce({ triggeredBy: "voice", safeWordUsed: "help" });
  expect(app.tab.toasts).toHaveLength(said);
});
