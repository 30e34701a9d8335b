/** Claims about the emergency of one page on a fake phone: from the trigger to the message, and to the PIN. */
import { beforeEach, describe, expect, test } from "vitest";
import { emergencyMessages, pinMessages, recordingMessages } from "#content/messages.ts";
import {
  ana,
  ben,
  demoPin,
  type EmergencyApp,
  ownPin,
  placeNow,
  startApp,
} from "#test/emergency-app.ts";
import { type FakePhone, fakePhone } from "#test/fake-phone.ts";

let phone: FakePhone;
let app: EmergencyApp;

const advance = (ms: number) => phone.clock.advance(ms);
const statuses = () => app.emergency()?.messages.map(({ status }) => status);
/** Presses a contact's button on the lock. */
const request = (phoneNumber: string) =>
  app.controller.report({
    type: "message-requested",
    emergencyId: app.emergency()?.id ?? "",
    ...{ phoneNumber, hasPlace: true },
  });

beforeEach(async () => {
  phone = fakePhone();
  app = await startApp(phone);
});

describe("a trigger by the button", () => {
  test("has stored, locked and held the page before it returns, and asks for the position", () => {
    app.trigger();
    expect(phone.mirror).toMatchObject({ isLocked: true, triggeredBy: "button", kind: "real" });
    expect([...app.tab.holds].sort()).toEqual(["page", "position", "screen"]);
    expect(app.tab.askedForPosition()).toBe(1);
    expect(app.tab.opened).toEqual([]);
  });

  test("records, and opens the first message once disk, recorder and location are ready", async () => {
    app.tab.learnPlace({ fix: placeNow(phone) });
    app.trigger();
    await advance(0);
    expect(app.controller.getState().recording.phase).toBe("on");
    expect(phone.disk.get("emergency")).toMatchObject({ isLocked: true });
    expect(app.opened()).toEqual([ana]);
    expect(app.tab.opened[0]?.body).toContain("https://maps.google.com/?q=-33.86880,151.20930");
  });

  test("that the app learns of too late records, and leaves the message to a tap", async () => {
    app.tab.learnPlace({ fix: placeNow(phone) });
    const how = { kind: "real", triggeredBy: "button", safeWord: null } as const;
    app.controller.trigger({ ...how, isLate: true });
    await advance(10_000);
    expect(app.controller.getState().recording.phase).toBe("on");
    expect(app.opened()).toEqual([]);
    request(ana);
    expect(app.opened()).toEqual([ana]);
  });

  test("opens the message when a location comes while the tap counts", async () => {
    app.trigger();
    await advance(4_400);
    app.tab.learnPlace({ fix: placeNow(phone) });
    expect(app.opened()).toEqual([ana]);
  });

  test("leaves the message to a tap when the location comes later than that", async () => {
    app.trigger();
    await advance(4_600);
    app.tab.learnPlace({ fix: placeNow(phone) });
    expect(app.opened()).toEqual([]);
  });

  test("waits half a second for a disk that does not answer, and no longer", async () => {
    app.tab.learnPlace({ fix: placeNow(phone) });
    phone.isDiskSlow = true;
    app.trigger();
    await advance(499);
    expect(app.opened()).toEqual([]);
    await advance(1);
    expect(app.opened()).toEqual([ana]);
  });

  test("counts a contact when the page stayed hidden, and names it when nothing happened", async () => {
    app.tab.learnPlace({ fix: placeNow(phone) });
    app.trigger();
    await advance(0);
    await app.tab.leaveFor(1_500);
    expect(statuses()).toEqual(["opened", "prepared"]);
    request(ben);
    await advance(3_000);
    expect(app.controller.getState().unseen).toBe(ben);
    await app.tab.leaveFor(10_000);
    expect(statuses()).toEqual(["opened", "prepared"]);
    await app.controller.submitPin("lockScreen", ownPin, true);
    expect(app.tab.listening("leaving")).toBe(0);
  });

  test("counts a page whose timers stood still while it was hidden, as a phone's do", async () => {
    app.trigger();
    request(ana);
    await app.tab.setVisible(false);
    phone.clock.freeze(60_000);
    await app.tab.setVisible(true);
    expect(statuses()).toEqual(["opened", "prepared"]);
  });

  test("counts nobody for a lost focus or a moment away, and asks instead", async () => {
    app.trigger();
    for (const [number, leave] of [
      [ana, async () => app.tab.blur()],
      [ben, () => app.tab.leaveFor(1_400)],
    ] as const) {
      request(number);
      await leave();
      await advance(10_000);
      expect(app.controller.getState()).toMatchObject({ unclear: number, unseen: null });
    }
    expect(statuses()).toEqual(["prepared", "prepared"]);
    expect(phone.mirror.contactsNotified).toEqual([]);
  });

  test("goes on when something on this device fails, and says so", async () => {
    const fail = () => {
      throw new Error("not here");
    };
    Object.assign(app.tab.devices, { holdNavigation: fail });
    app.trigger();
    await advance(0);
    expect(app.tab.toasts[0]).toEqual(emergencyMessages.activationFailed);
    expect(app.controller.getState().recording.phase).toBe("on");
  });
});

describe("the location", () => {
  const takenNow = () => ({ ...placeNow(phone), takenAt: phone.clock.runningTime() });
  const body = () => app.controller.messageText();

  test("is sent with its age, and the lock says the same", async () => {
    app.tab.learnPlace({ fix: takenNow() });
    await advance(600_000);
    app.trigger();
    expect(body()).toContain("position 10 min old");
    expect(app.controller.place()).toMatchObject({ kind: "aged", ageMs: 600_000 });
    await advance(300_001);
    expect(body()).toContain("Location unavailable");
    expect(app.controller.place().kind).toBe("none");
  });

  test("is of unknown age when the clock was set back meanwhile, also after a reload", async () => {
    app.tab.learnPlace({ fix: takenNow() });
    app.trigger();
    await advance(600_000);
    phone.clock.changeWallTime(-590_000);
    expect(body()).toContain("position of unknown age");
    await app.tab.close();
    app = await startApp(phone);
    await advance(0);
    expect(app.controller.place()).toMatchObject({ kind: "aged", ageMs: null });
    await advance(300_001);
    expect(app.controller.place().kind).toBe("none");
  });

  test("from before the phone slept is not sent as a new one, and gives way to a new coarse one", async () => {
    app.tab.learnPlace({ fix: takenNow() });
    app.trigger();
    phone.clock.sleep(3_000_000);
    await advance(10_000);
    expect(body()).toContain("Location unavailable");
    app.tab.learnPlace({ fix: { ...takenNow(), accuracy: 900 } });
    expect(body()).toContain("Accuracy: 900 m");
  });

  test("stays the accurate one when a coarse one comes", async () => {
    app.tab.learnPlace({ fix: takenNow() });
    app.trigger();
    await advance(1_000);
    app.tab.learnPlace({ fix: { ...takenNow(), accuracy: 8_000 } });
    expect(body()).toContain("Accuracy: 12 m");
  });
});

describe("other triggers", () => {
  test("a spoken word starts it once, and opens no message without a tap", async () => {
    app.tab.learnPlace({ fix: placeNow(phone) });
    for (const safeWordUsed of ["help", "help me"]) {
      app.tab.announce({ triggeredBy: "voice", safeWordUsed });
    }
    await advance(5_900);
    expect(app.emergency()).toMatchObject({ triggeredBy: "voice", safeWord: "help" });
    expect([app.opened(), app.tab.microphone.opened]).toEqual([[], 1]);
  });

  test("five hard shakes start it, once shaking is switched on and was tried", async () => {
    // As an earlier release stored it for everybody.
    phone.settings = { ...phone.settings, isShakeEnabled: true };
    const shake = async () => {
      for (let count = 0; count < 5; count += 1) {
        app.tab.move(25);
        await advance(520);
      }
    };
    await shake();
    expect(app.emergency()).toBeNull();
    phone.settings = { ...phone.settings, isShakeEnabled: true, isShakeTried: true };
    await shake();
    expect(app.emergency()).toMatchObject({ triggeredBy: "shake" });
  });

  test("a test copies its message after one second and names the contacts after three", async () => {
    app.trigger("test");
    await advance(1_000);
    expect(app.tab.copied).toEqual([expect.stringMatching(/^TEST ONLY, no danger\./)]);
    await advance(1_999);
    expect(app.tab.toasts).not.toContainEqual(
      expect.objectContaining({ title: "Emergency contacts" }),
    );
    await advance(1);
    expect(app.tab.toasts.at(-1)).toEqual(
      emergencyMessages.testContacts([`Ana ${ana}`, `Ben ${ben}`]),
    );
  });
});

describe("the own PIN", () => {
  beforeEach(async () => {
    app.trigger();
    await advance(0);
  });

  test("ends it on the disk too, lets everything go and leads home", async () => {
    expect(await app.controller.submitPin("lockScreen", ownPin, true)).toBe("own");
    await advance(0);
    expect([app.emergency(), app.wentHome(), [...app.tab.holds]]).toEqual([null, 1, []]);
    expect(phone.disk.get("emergency")).toMatchObject({ isLocked: false });
    expect(app.tab.toasts).toContainEqual(emergencyMessages.resolved);
  });

  test("closes the recording, and says that it is saved once the toast before could be read", async () => {
    await app.tab.speak("x".repeat(3_000));
    await expect.poll(() => phone.chunks.length).toBe(1);
    await app.controller.submitPin("lockScreen", ownPin, true);
    await expect.poll(() => app.controller.getState().recording.phase).toBe("off");
    expect(app.tab.toasts.at(-1)).toEqual(emergencyMessages.resolved);
    await advance(2_500);
    expect(app.tab.toasts.at(-1)).toEqual(recordingMessages.saved(3_072));
  });

  test("is asked for after a demo PIN, which shows an unlocked app while everything goes on", async () => {
    expect(await app.controller.submitPin("lockScreen", demoPin, true)).toBe("decoy");
    expect(app.emergency()).toMatchObject({ isDecoy: true });
    expect([app.tab.microphone.running, app.wentHome()]).toEqual([1, 0]);
    expect(app.tab.holds).not.toContain("page");
    expect(await app.controller.submitPin("securityCode", demoPin, false)).toBe("decoy");
    expect(await app.controller.submitPin("securityCode", ownPin, false)).toBe("own");
    expect(app.emergency()).toBeNull();
  });

  test("is guessed with as many tries as before when the demo PIN is typed in between", async () => {
    for (const code of ["0000", "0001"]) await app.controller.submitPin("lockScreen", code, true);
    await app.controller.submitPin("lockScreen", demoPin, true);
    await app.controller.submitPin("overlay", "0002", true);
    expect(app.tab.toasts.at(-1)).toEqual(pinMessages.incorrect(2));
  });

  test("is refused while the screen is closed after five wrong codes, and the counter is in the mirror", async () => {
    for (const left of [4, 3, 2, 1]) {
      expect(await app.controller.submitPin("lockScreen", "0000", true)).toBe("wrong");
      expect(app.tab.toasts.at(-1)).toEqual(pinMessages.incorrect(left));
    }
    await app.controller.submitPin("lockScreen", "0000", true);
    expect(app.tab.toasts.at(-1)).toEqual(pinMessages.tooMany);
    expect(await app.controller.submitPin("overlay", ownPin, true)).toBe("locked-out");
    expect(app.tab.toasts.at(-1)).toEqual(pinMessages.tooMany);
    const { failedAttempts, lockoutUntil } = phone.mirror;
    expect([failedAttempts, lockoutUntil]).toEqual([5, phone.clock.wallTime() + 300_000]);
    await advance(300_000);
    expect(await app.controller.submitPin("overlay", ownPin, true)).toBe("own");
  });

  test("is not needed for the decoy while the screens are closed, and the emergency goes on", async () => {
    for (const code of ["0000", "1111", "2222", "3333", "4444"]) {
      await app.controller.submitPin("securityCode", code, false);
      await app.controller.submitPin("lockScreen", code, true);
    }
    expect(await app.controller.submitPin("lockScreen", ownPin, true)).toBe("locked-out");
    const closed = phone.lockouts;
    expect(await app.controller.submitPin("lockScreen", demoPin, true)).toBe("decoy");
    expect([phone.lockouts, app.tab.microphone.running]).toEqual([closed, 1]);
    expect(await app.controller.submitPin("securityCode", ownPin, false)).toBe("locked-out");
  });

  test("stays the one of the trigger, whatever is written into the settings meanwhile", async () => {
    phone.settings = { ...phone.settings, pinCode: "" };
    expect(await app.controller.submitPin("lockScreen", demoPin, true)).toBe("decoy");
  });
});
