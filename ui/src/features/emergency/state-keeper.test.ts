/** Claims about storing the emergency: whether disk or mirror is believed, and what other tabs stored first. */
import { beforeEach, describe, expect, test } from "vitest";
import { NO_EMERGENCY } from "#store/emergency-state.ts";
import { settle } from "#test/fake-clock.ts";
import { type FakePhone, fakePhone } from "#test/fake-phone.ts";
import { CALM } from "./machine/machine.ts";
import type { EmergencyEvent, EmergencyState } from "./machine/state.ts";
import { begun, play, started, trigger } from "./machine/stories.ts";
import { createKeeper, type StateKeeper } from "./state-keeper.ts";

let phone: FakePhone;
let keeper: StateKeeper;
let state: EmergencyState;
let events: EmergencyEvent[];

const { id } = trigger;
const locked = play([begun, started]).state;
/** The record of an emergency, as the disk has it. */
const record = {
  ...NO_EMERGENCY,
  isLocked: true,
  emergencyId: "e",
  kind: "real" as const,
  ownPin: "482915",
  text: "Help",
};

beforeEach(() => {
  phone = fakePhone();
  state = locked;
  events = [];
  keeper = createKeeper({
    devices: phone.openTab().devices,
    getState: () => state,
    report: (event) => events.push(event),
    lockoutNow: () => ({ failedAttempts: 2, lockoutUntil: null }),
  });
});

/** Stores the state as it is now, after `before`. */
async function keep(before = locked) {
  keeper.keep(before);
  await keeper.settled();
}

describe("an emergency", () => {
  test("is in the mirror at once, and on the disk when that is said", async () => {
    keeper.keep(CALM);
    expect(phone.mirror).toMatchObject({ isLocked: true, emergencyId: id, isRecording: true });
    expect(events).toEqual([]);
    await keeper.settled();
    expect(phone.disk.get("emergency")).toEqual(phone.mirror);
    expect(events).toEqual([{ type: "state-kept", emergencyId: id }]);
  });

  test("is the same when it is read again", async () => {
    await keep();
    expect(await keeper.reconcile()).toEqual({ going: locked.emergency });
    expect(keeper.mirrored()).toEqual(locked.emergency);
  });

  test("that ended leaves its id, so that it does not come back", async () => {
    await keep();
    state = { ...CALM, endedId: id };
    await keep();
    expect(phone.disk.get("emergency")).toEqual({ ...NO_EMERGENCY, emergencyId: id });
    expect(phone.mirror).toEqual({ ...NO_EMERGENCY, emergencyId: id });
    expect(await keeper.reconcile()).toEqual({ going: null, endedId: id });
    state = locked;
    events = [];
    await keep();
    expect(events).toEqual([{ type: "ended-elsewhere", emergencyId: id }]);
  });

  test("of another tab that was first is not overwritten, and is reported", async () => {
    phone.disk.set("emergency", record);
    await keep();
    expect(phone.disk.get("emergency")).toEqual(record);
    expect(events).toMatchObject([{ type: "restored", emergency: { id: "e" } }]);
  });

  test("of another tab is not ended by the end of this one's", async () => {
    phone.disk.set("emergency", record);
    phone.mirror = record;
    state = { ...CALM, endedId: id };
    await keep();
    expect([phone.disk.get("emergency"), phone.mirror]).toEqual([record, record]);
  });

  test("keeps the PIN that the disk has, whatever this page read in the mirror", async () => {
    await keep();
    state = { ...locked, emergency: locked.emergency && { ...locked.emergency, ownPin: "" } };
    await keep();
    expect(phone.disk.get("emergency")).toMatchObject({ ownPin: "482915" });
  });
});

describe("at a start", () => {
  beforeEach(() => {
    phone.disk.set("emergency", record);
    phone.mirror = record;
  });

  test("what somebody wrote into the mirror does not change what the disk knows", async () => {
    phone.mirror = { ...record, ownPin: "", text: "Fine" };
    const { going } = await keeper.reconcile();
    expect(going).toMatchObject({ ownPin: "482915", text: "Help", isDecoy: false });
    expect(phone.mirror).toMatchObject({ ownPin: "482915", text: "Help" });
  });

  test("a mirror that was emptied is written again", async () => {
    phone.mirror = NO_EMERGENCY;
    expect((await keeper.reconcile()).going).toMatchObject({ id: "e" });
    expect(phone.mirror).toEqual(record);
  });

  test("an emergency that only the mirror knows of is taken from there, and stored", async () => {
    phone.disk.clear();
    expect((await keeper.reconcile()).going).toMatchObject({ id: "e" });
    await settle();
    expect(phone.disk.get("emergency")).toEqual(record);
  });

  test("an emergency that the disk knows to be over is over in the mirror too", async () => {
    const over = { ...NO_EMERGENCY, emergencyId: "e" };
    phone.disk.set("emergency", over);
    expect(await keeper.reconcile()).toEqual({ going: null, endedId: "e" });
    expect(phone.mirror).toEqual(over);
  });

  test("a decoy unlock that only the mirror knows of goes on, and the disk learns of it", async () => {
    phone.mirror = { ...record, isDecoy: true };
    expect((await keeper.reconcile()).going).toMatchObject({ isDecoy: true, ownPin: "482915" });
    for (const home of [phone.mirror, phone.disk.get("emergency")]) {
      expect(home).toMatchObject({ isLocked: true, isDecoy: true });
    }
  });

  test("a decoy unlock of another emergency changes nothing", async () => {
    phone.mirror = { ...record, emergencyId: "other", isDecoy: true };
    expect((await keeper.reconcile()).going).toMatchObject({ id: "e", isDecoy: false });
  });
});
