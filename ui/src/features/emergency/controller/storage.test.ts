/** Claims about storing the emergency: whether disk or mirror is believed, and what other tabs stored first. */
import { beforeEach, describe, expect, test } from "vitest";
import { NO_EMERGENCY } from "#store/emergency/emergency-state.ts";
import { type FakePhone, fakePhone } from "#test/fake-phone.ts";
import type { Devices } from "../devices/devices.ts";
import type { Emergency } from "../machine/state.ts";
import { begun, play, started } from "../machine/stories.ts";
import { mirrorEmergency, mirroredNews, reconcile, storeEmergency, storeEnd } from "./storage.ts";

let phone: FakePhone;
let devices: Devices;

const locked = play([begun, started]).state;
const ours = locked.emergency as Emergency;
/** How it ended. */
const by = { endedAt: 5, isOwnEnd: true };
const noLockout = { failedAttempts: 0, lockoutUntil: null };
/** The record of an emergency of another tab, as the disk has it. */
const record = {
  ...NO_EMERGENCY,
  isLocked: true,
  emergencyId: "e",
  kind: "real" as const,
  triggeredBy: "button" as const,
  triggeredAt: 0,
  ownPin: "482915",
  text: "Help",
  sequence: 7,
};

beforeEach(() => {
  phone = fakePhone();
  ({ devices } = phone.openTab());
});

const store = (emergency = ours, isNew = false) =>
  storeEmergency(devices, emergency, locked.recording, noLockout, isNew);

/** The emergency that is on by what is stored. */
async function going(): Promise<Emergency | null> {
  const news = await reconcile(devices);
  return news.type === "restored" ? news.emergency : null;
}

describe("an emergency", () => {
  test("is in the mirror at once, and on the disk when that is said", async () => {
    const storing = store();
    expect(phone.mirror).toMatchObject({ isLocked: true, emergencyId: ours.id, isRecording: true });
    expect(phone.disk.size).toBe(0);
    expect(await storing).toMatchObject({ result: "stored", isKept: true });
    expect(phone.disk.get("emergency")).toEqual(phone.mirror);
  });

  test("is the same when it is read again", async () => {
    await store();
    expect(await reconcile(devices)).toEqual({
      type: "restored",
      from: "database",
      emergency: ours,
    });
    expect(mirroredNews(devices)).toEqual({ type: "restored", from: "mirror", emergency: ours });
  });

  test("that ended leaves its id, so that it does not come back", async () => {
    await store();
    await storeEnd(devices, ours, true, by);
    const { sequence } = ours;
    const over = {
      ...NO_EMERGENCY,
      ...{ emergencyId: ours.id, sequence, lastEnd: sequence, ...by },
    };
    expect([phone.disk.get("emergency"), phone.mirror]).toEqual([over, over]);
    expect(await reconcile(devices)).toMatchObject({
      ...{ endedId: ours.id, lastEnd: sequence, ...by },
    });
    expect(await store()).toEqual({ result: "ended", other: null, endedAt: 5 });
    expect(phone.disk.get("emergency")).toEqual(over);
  });

  test("of another tab that was first is not overwritten", async () => {
    phone.disk.set("emergency", record);
    expect(await store()).toMatchObject({ result: "other", other: { id: "e" } });
    const known = { joined: [ours.id], calledAt: ours.calledAt };
    expect(phone.disk.get("emergency")).toEqual({ ...record, ...known });
  });

  test("of another tab is not ended by the end of this one's", async () => {
    const other = phone.openTab().devices;
    await storeEmergency(other, { ...ours, id: "e" }, locked.recording, noLockout, true);
    await storeEnd(devices, ours, true, by);
    const theirs = { emergencyId: "e", isLocked: true };
    expect([phone.disk.get("emergency"), phone.mirror]).toMatchObject([theirs, theirs]);
  });

  test("stays behind the decoy, and its lock stays open, when a tab stores it that has heard of neither", async () => {
    await store({ ...ours, isDisguised: true });
    await store({ ...ours, isDecoy: true });
    const late = { ...ours, alarms: 2, isDisguised: true };
    const known = { isDecoy: true, isDisguised: false, alarms: 2 };
    await store(late);
    expect([phone.disk.get("emergency"), phone.mirror]).toMatchObject([known, known]);
    mirrorEmergency(devices, { ...locked, emergency: late }, noLockout);
    expect(phone.mirror).toMatchObject(known);
  });

  test("that is new takes nothing over from the one before", async () => {
    await store({ ...ours, isDecoy: true });
    await storeEnd(devices, ours, true, by);
    await store({ ...ours, id: "another", isDisguised: true }, true);
    const known = { emergencyId: "another", isDecoy: false, isDisguised: true };
    expect([phone.disk.get("emergency"), phone.mirror]).toMatchObject([known, known]);
  });

  test("stays disguised on the disk and in the mirror when a spoken word made it of a test", async () => {
    await store({ ...ours, kind: "test" }, true);
    await store({ ...ours, isDisguised: true });
    const disguised = { kind: "real", isDisguised: true, isDecoy: false };
    expect([phone.disk.get("emergency"), phone.mirror]).toMatchObject([disguised, disguised]);
    expect(await going()).toMatchObject(disguised);
  });

  test("keeps the PIN that the disk has, whatever this page read in the mirror", async () => {
    await store();
    await store({ ...ours, ownPin: "" });
    expect(phone.disk.get("emergency")).toMatchObject({ ownPin: "482915" });
  });
});

describe("a real emergency", () => {
  const practice = { ...ours, id: "practice", kind: "test" as const, alarms: 2 };

  test("is made of a test that another tab stored first, under the test's id", async () => {
    await store(practice, true);
    const news = await store({ ...ours, triggeredBy: "voice" }, true);
    expect(news).toMatchObject({ result: "other", other: { id: "practice", kind: "real" } });
    const kept = { emergencyId: "practice", kind: "real", triggeredBy: "voice", alarms: 1 };
    expect(phone.disk.get("emergency")).toMatchObject(kept);
  });

  test("stays in the mirror when a tab that has not heard of it stores a test", async () => {
    for (const late of [practice, { ...practice, id: ours.id }]) {
      await store(practice, true);
      mirrorEmergency(devices, locked, noLockout);
      mirrorEmergency(devices, { ...locked, emergency: late }, noLockout);
      expect(phone.mirror).toMatchObject({ emergencyId: ours.id, kind: "real" });
    }
    // The page is killed before the disk hears of it.
    expect(await going()).toMatchObject({ kind: "real", text: ours.text });
  });

  test("has the statuses of its own messages alone, also where a test's reach the disk late", async () => {
    const messages = ours.messages.map((message) => ({ ...message, status: "opened" as const }));
    await store(ours, true);
    await store({ ...ours, kind: "test", messages });
    expect(phone.disk.get("emergency")).toMatchObject({ kind: "real", messages: ours.messages });
    await store({ ...ours, messages });
    await store(ours);
    expect(phone.disk.get("emergency")).toMatchObject({ messages });
  });
});

describe("at a start", () => {
  beforeEach(() => {
    phone.disk.set("emergency", record);
    phone.mirror = record;
  });

  test("what somebody wrote into the mirror does not change what the disk knows", async () => {
    phone.mirror = { ...record, ownPin: "", text: "Fine" };
    expect(await going()).toMatchObject({ ownPin: "482915", text: "Help", isDecoy: false });
    expect(phone.mirror).toMatchObject({ ownPin: "482915", text: "Help" });
  });

  test("a mirror that was emptied is written again", async () => {
    phone.mirror = NO_EMERGENCY;
    expect(await going()).toMatchObject({ id: "e" });
    expect(phone.mirror).toEqual(record);
  });

  test("an emergency that only the mirror knows of is taken from there, and stored", async () => {
    phone.disk.clear();
    expect(await going()).toMatchObject({ id: "e" });
    expect(phone.disk.get("emergency")).toEqual(record);
  });

  test("an emergency that the disk knows to be over is over in the mirror too", async () => {
    const over = { ...NO_EMERGENCY, emergencyId: "e", sequence: 7, lastEnd: 7 };
    phone.disk.set("emergency", over);
    expect(await reconcile(devices)).toMatchObject({
      type: "ends-known",
      from: "database",
      endedId: "e",
      lastEnd: 7,
    });
    expect(phone.mirror).toEqual(over);
  });

  test("an emergency that ended before the last one is not taken from the mirror", async () => {
    const over = { ...NO_EMERGENCY, emergencyId: "later", sequence: 9, lastEnd: 9 };
    phone.disk.set("emergency", over);
    expect(await reconcile(devices)).toMatchObject({
      type: "ends-known",
      from: "database",
      endedId: "later",
      lastEnd: 9,
    });
    expect(phone.mirror).toEqual(over);
  });

  test("an emergency that began after the last end is taken from the mirror", async () => {
    phone.disk.set("emergency", { ...NO_EMERGENCY, emergencyId: "d", sequence: 6, lastEnd: 6 });
    expect(await going()).toMatchObject({ id: "e" });
    expect(phone.disk.get("emergency")).toMatchObject({ emergencyId: "e", isLocked: true });
  });

  test("a slower tab does not store an emergency that ended before the last one", async () => {
    const over = { ...NO_EMERGENCY, emergencyId: "later", sequence: 9_000, lastEnd: 9_000 };
    phone.disk.set("emergency", over);
    expect(await store()).toEqual({ result: "ended", other: null, endedAt: 9e15 });
    expect(phone.disk.get("emergency")).toEqual(over);
  });

  test("a new emergency is above the last end, whatever its page and its clock knew", async () => {
    phone.disk.set("emergency", { ...NO_EMERGENCY, sequence: 9_000, lastEnd: 9_000 });
    expect(await store(ours, true)).toMatchObject({ result: "stored", isKept: true });
    expect(phone.disk.get("emergency")).toMatchObject({ emergencyId: ours.id, sequence: 9_001 });
  });

  test("a decoy unlock that only the mirror knows of goes on, and the disk learns of it", async () => {
    phone.mirror = { ...record, isDecoy: true };
    expect(await going()).toMatchObject({ isDecoy: true, ownPin: "482915" });
    for (const home of [phone.mirror, phone.disk.get("emergency")]) {
      expect(home).toMatchObject({ isLocked: true, isDecoy: true });
    }
  });

  test("a decoy unlock of another emergency changes nothing", async () => {
    phone.mirror = { ...record, emergencyId: "other", isDecoy: true };
    expect(await going()).toMatchObject({ id: "e", isDecoy: false });
  });
});
