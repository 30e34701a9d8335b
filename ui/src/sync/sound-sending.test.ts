/** Claims about sound that leaves the phone, on the real database with a server in memory. */
import { beforeEach, describe, expect, test, vi } from "vitest";
import { openGiven } from "#seal/sound-items.ts";
import { changeGuardian, noteEnded } from "#store/guardians/guardians.ts";
import { changeCopy, noteHeld } from "#store/guardians/sound-copies.ts";
import { RECORDED_AT } from "#test/recorded-sound.ts";
import { soundPhone } from "#test/sound-phone.ts";
import { withGiven } from "./sound-giving.ts";
import { sendSounds } from "./sound-sending.ts";

let phone: Awaited<ReturnType<typeof soundPhone>>;
beforeEach(async () => {
  phone = await soundPhone();
  await phone.begin();
});

describe("a recording that goes on", () => {
  test("asks nothing of the server before there is a piece", async () => {
    await phone.recording.add(3);
    expect(await sendSounds(phone.page)).toEqual({ type: "done" });
    expect(phone.server.seen).toEqual([]);
  });

  test("leaves in pieces of four seconds, and its rest when it is over", async () => {
    await phone.recording.add(6);
    expect(await sendSounds(phone.page)).toEqual({ type: "done" });
    expect(await phone.there()).toEqual(["sound 1: 0-3"]);
    await phone.recording.add(3);
    await sendSounds(phone.page);
    phone.end();
    await sendSounds(phone.page);
    expect(await phone.there()).toEqual(["sound 1: 0-3", "sound 1: 4-7", "sound 1: 8-8"]);
    expect((await phone.copyNow()).storedUntil).toBe(RECORDED_AT + 8_000);
  });

  test("sends nothing twice, and nothing while nobody is chosen", async () => {
    await phone.recording.add(8);
    await sendSounds(phone.page);
    const requests = phone.server.seen.length;
    await sendSounds(phone.page);
    expect(phone.server.seen.length).toBe(requests);
    await changeGuardian(phone.link.guardian.id, (before) => ({ ...before, getsSound: false }));
    await phone.recording.add(8);
    await sendSounds(phone.page);
    expect(phone.server.seen.length).toBe(requests);
  });

  test("sends nothing for a guardian whose digits were not compared", async () => {
    await changeGuardian(phone.link.guardian.id, (before) => ({ ...before, isCompared: false }));
    await phone.recording.add(8);
    await sendSounds(phone.page);
    expect(phone.server.seen).toEqual([]);
  });

  test("goes on in the parts after an interruption", async () => {
    await phone.recording.add(3);
    await phone.recording.interrupt();
    await phone.recording.add(4);
    await sendSounds(phone.page);
    expect(await phone.there()).toEqual(["sound 2: 0-3", "sound 1: 0-2"]);
    expect((await phone.copyNow()).storedUntil).toBe(RECORDED_AT + 6_000);
  });

  test("leaves out a second that is too large for a piece, and says no more than is so", async () => {
    await phone.recording.add(4);
    await phone.recording.add(1, 600_000);
    await phone.recording.add(3);
    phone.end();
    await sendSounds(phone.page);
    expect(await phone.there()).toEqual(["sound 1: 0-3", "sound 1: 5-7"]);
    expect((await phone.copyNow()).storedUntil).toBe(RECORDED_AT + 3_000);
  });
});

describe("a guardian", () => {
  const name = "e-test";

  test("is given what it takes to listen, once, and is not woken", async () => {
    await changeCopy(phone.emergency, (before) =>
      withGiven(before, [phone.link.guardian], { name, isDrill: true, at: 5 }),
    );
    await phone.recording.add(4);
    // Nothing before the server has the copy.
    await phone.give();
    expect((await phone.copyNow()).given).toMatchObject([{ state: "waiting" }]);
    await sendSounds(phone.page);
    await phone.give();
    await phone.give();
    expect(phone.items.posts()).toBe(1);
    const copy = await phone.copyNow();
    expect(copy.given).toMatchObject([{ state: "taken", sealed: { seq: 0 } }]);
    const bytes = copy.given[0]?.sealed?.bytes as Uint8Array<ArrayBuffer>;
    expect(await openGiven(phone.link.person.down, 0, bytes)).toEqual({
      ...{ emergency: name, at: 5, isDrill: true, secret: copy.secret },
    });
    phone.items.acceptPushes();
    // To every release the item is none.
    expect(await phone.items.opened(phone.link)).toEqual([]);
  });

  test("who has said nothing for days is given the same again, because the server has forgotten it", async () => {
    const days = 86_400_000;
    const age = (by: number) =>
      changeCopy(phone.emergency, (before) => ({
        ...before,
        given: before.given.map((row) => ({ ...row, takenAt: (row.takenAt ?? 0) - by })),
      }));
    await changeCopy(phone.emergency, (before) =>
      withGiven(before, [phone.link.guardian], { name, isDrill: false, at: Date.now() }),
    );
    await phone.recording.add(4);
    await sendSounds(phone.page);
    await phone.give();
    const [first] = (await phone.copyNow()).given;
    await age(3 * days);
    await phone.give();
    expect(phone.items.posts()).toBe(1);
    await age(2 * days);
    await phone.give();
    await phone.give();
    expect(phone.items.posts()).toBe(2);
    const [again] = (await phone.copyNow()).given;
    expect(again?.sealed).toEqual(first?.sealed);
    // Whose page has some of the sound has what it takes.
    await age(9 * days);
    await noteHeld(phone.link.guardian.id, { about: name, until: RECORDED_AT });
    await phone.give();
    expect(phone.items.posts()).toBe(2);
  });

  test("whose link does not answer keeps no sound on the phone", async () => {
    await changeCopy(phone.emergency, (before) =>
      withGiven(before, [phone.link.guardian], { name, isDrill: false, at: 5 }),
    );
    phone.items.health = "off";
    await phone.recording.add(4);
    expect(await sendSounds(phone.page)).toEqual({ type: "done" });
    expect(await phone.give()).toMatchObject({ type: "failed", failure: { status: null } });
    expect(await phone.there()).toEqual(["sound 1: 0-3"]);
    phone.items.health = "works";
    expect(await phone.give()).toEqual({ type: "done" });
    expect((await phone.copyNow()).given).toMatchObject([{ state: "taken" }]);
  });
});

describe("a bad line", () => {
  test("loses nothing: when it is back, hashes go first, and then sound from the newest back", async () => {
    await phone.recording.add(4);
    await sendSounds(phone.page);
    phone.server.health = "off";
    for (let second = 0; second < 16; second += 1) {
      await phone.recording.add(1);
      expect((await sendSounds(phone.page)).type).toBe(second < 3 ? "done" : "failed");
    }
    expect((await phone.copyNow()).storedUntil).toBe(RECORDED_AT + 3_000);
    phone.server.health = "works";
    phone.end();
    expect(await sendSounds(phone.page)).toEqual({ type: "done" });
    expect((await phone.there()).slice(1)).toEqual([
      ...["hashes 1: 4-12", "hashes 1: 13-19", "sound 1: 4-7"],
      ...["sound 1: 16-19", "sound 1: 12-15", "sound 1: 8-11"],
    ]);
    expect((await phone.copyNow()).storedUntil).toBe(RECORDED_AT + 19_000);
  });

  test("on which only answers are lost has each piece once", async () => {
    await phone.recording.add(4);
    phone.server.health = "answers-are-lost";
    for (let time = 0; time < 3; time += 1) await sendSounds(phone.page);
    phone.server.health = "works";
    await phone.recording.add(4);
    await sendSounds(phone.page);
    expect(await phone.there()).toEqual(["sound 1: 0-3", "sound 1: 4-7"]);
    expect((await phone.copyNow()).madeAt).not.toBeNull();
  });

  test("and a page that was killed before the answer came: what is there is read back", async () => {
    await phone.recording.add(4);
    await sendSounds(phone.page);
    await phone.recording.add(4);
    phone.server.health = "answers-are-lost";
    await sendSounds(phone.page);
    phone.server.health = "works";
    // After a reload the piece is sealed anew, and its bytes are others.
    vi.resetModules();
    const again = await import("./sound-sending.ts");
    await phone.recording.add(4);
    await again.sendSounds(phone.page);
    expect(await phone.there()).toEqual(["sound 1: 0-3", "sound 1: 4-7", "sound 1: 8-11"]);
    expect((await phone.copyNow()).storedUntil).toBe(RECORDED_AT + 11_000);
  });

  test("and a disk that forgot its last numbers: every second is there, and nothing else is claimed", async () => {
    await phone.recording.add(4);
    await sendSounds(phone.page);
    const before = await phone.copyNow();
    await phone.recording.add(8);
    await sendSounds(phone.page);
    await changeCopy(phone.emergency, () => before);
    await phone.recording.add(4);
    phone.end();
    await sendSounds(phone.page);
    const seconds = (await phone.there()).filter((text) => text.startsWith("sound"));
    for (const range of ["0-3", "4-7", "8-11", "12-15"])
      expect(seconds).toContain(`sound 1: ${range}`);
    expect((await phone.copyNow()).storedUntil).toBe(RECORDED_AT + 15_000);
  });
});

describe.each([429, 500, 503, 507, 404, 410])("a server that answers %i", (status) => {
  test("is told of again: the phone keeps everything, and sends it later", async () => {
    await phone.recording.add(4);
    await sendSounds(phone.page);
    await phone.recording.add(4);
    phone.server.health = status;
    expect(await sendSounds(phone.page)).toMatchObject({ type: "failed", failure: { status } });
    expect((await phone.copyNow()).storedUntil).toBe(RECORDED_AT + 3_000);
    phone.server.health = "works";
    expect(await sendSounds(phone.page)).toEqual({ type: "done" });
    expect(await phone.there()).toEqual(["sound 1: 0-3", "sound 1: 4-7"]);
  });
});

test("a piece that the server never takes is not tried again, and holds up none behind it", async () => {
  await phone.recording.add(4);
  await sendSounds(phone.page);
  const errors = vi.spyOn(console, "error").mockImplementation(() => undefined);
  phone.server.health = 413;
  await phone.recording.add(4);
  await sendSounds(phone.page);
  expect(errors.mock.calls).toHaveLength(1);
  errors.mockClear();
  phone.server.health = "works";
  await phone.recording.add(4);
  await sendSounds(phone.page);
  expect(await phone.there()).toEqual(["sound 1: 0-3", "sound 1: 8-11"]);
  expect((await phone.copyNow()).storedUntil).toBe(RECORDED_AT + 3_000);
});

test("sound that is on its way goes on for whoever has its key after the only chosen guardian has ended the link", async () => {
  await phone.recording.add(6);
  await sendSounds(phone.page);
  const before = await phone.there();
  await noteEnded(phone.link.guardian.id, Date.now());
  await phone.recording.add(10);
  await sendSounds(phone.page);
  expect((await phone.there()).length).toBeGreaterThan(before.length);
});
