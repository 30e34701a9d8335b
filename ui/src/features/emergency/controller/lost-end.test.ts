/** Claims about a disk without room: after a kill the database and local storage have what they had before, the note of the end stays. */
import { beforeEach, describe, expect, test } from "vitest";
import { demoPin, ownPin, startApp } from "#test/emergency-app.ts";
import { type FakePhone, fakePhone } from "#test/fake-phone.ts";
import { homesOf, startOver } from "#test/lost-homes.ts";
import { createController } from "./controller.ts";

/** A while, in milliseconds. */
const whileMs = 600_000;
const unlock = (app: Awaited<ReturnType<typeof startApp>>) =>
  app.controller.submitPin("lockScreen", ownPin, false);

let phone: FakePhone;
let app: Awaited<ReturnType<typeof startApp>>;
/** What the homes have of the emergency that is on, and its id. */
let kept: ReturnType<typeof homesOf>;
let id: string | undefined;

beforeEach(async () => {
  phone = fakePhone();
  app = await startApp(phone);
  app.trigger();
  await phone.clock.advance(60_000);
  id = app.emergency()?.id;
  kept = homesOf(phone);
});

/** Kills the app, with what the homes had, and starts it again. */
async function killed() {
  await app.tab.close();
  startOver(phone, kept);
  app = await startApp(phone);
}

/** Ends the emergency, and starts the app again after a kill that both homes lose the end in. */
async function loseEnd() {
  await unlock(app);
  await phone.clock.advance(5_000);
  await killed();
}

test("an end does not come back as an emergency, and both homes have it again", async () => {
  phone.news.length = 0;
  await loseEnd();
  expect([app.emergency(), app.tab.microphone.opened, [...app.tab.holds]]).toEqual([null, 0, []]);
  expect(phone.news.filter(({ what }) => what !== "ended")).toEqual([]);
  const over = { isLocked: false, emergencyId: id };
  expect([phone.mirror, phone.disk.get("emergency")]).toMatchObject([over, over]);
  await killed();
  expect(app.emergency()).toBeNull();
});

/** The ends that guardians are told of, by their times. */
const toldEnds = () => phone.news.flatMap(({ what, at }) => (what === "ended" ? [at] : []));

/** Loses what was noted of ends. */
function forgetEnds(): void {
  const others = phone.news.filter(({ what }) => what !== "ended");
  phone.news.splice(0, phone.news.length, ...others);
}

test("guardians are told of an end that both homes lost, at its time, and once where they were told before", async () => {
  const endedAt = phone.clock.wallTime();
  await loseEnd();
  await killed();
  expect(toldEnds()).toEqual([endedAt]);
  forgetEnds();
  await killed();
  expect(toldEnds()).toEqual([endedAt]);
});

test("guardians are told of an end that local storage alone has, because the app was closed in the instant after the PIN", async () => {
  const endedAt = phone.clock.wallTime();
  phone.isDiskSlow = true;
  void unlock(app);
  while (app.emergency() !== null) await phone.clock.advance(10);
  await app.tab.close();
  expect(toldEnds()).toEqual([]);
  phone.isDiskSlow = false;
  app = await startApp(phone);
  await phone.clock.advance(0);
  expect([app.emergency(), toldEnds()]).toEqual([null, [endedAt]]);
});

test("nobody is told of an end where the demo PIN ended it, or a test", async () => {
  phone = fakePhone({ pinCode: "" });
  for (const kind of ["real", "test"] as const) {
    app = await startApp(phone);
    app.trigger(kind);
    await phone.clock.advance(60_000);
    await app.controller.submitPin("lockScreen", demoPin, false);
    await phone.clock.advance(5_000);
    forgetEnds();
    await app.tab.close();
    app = await startApp(phone);
    await phone.clock.advance(0);
    expect([kind, toldEnds()]).toEqual([kind, []]);
    await app.tab.close();
  }
});

test("while the database does not answer, the lock alone is shown, and then it is over", async () => {
  await unlock(app);
  await app.tab.close();
  startOver(phone, kept);
  phone.isDiskSlow = true;
  app = await startApp(phone);
  await phone.clock.advance(3_000);
  expect([app.emergency()?.id, app.tab.microphone.opened]).toEqual([id, 0]);
  phone.isDiskSlow = false;
  await phone.clock.advance(2_000);
  expect([app.emergency(), app.tab.microphone.opened]).toEqual([null, 0]);
});

test("an end that is typed while the database hangs holds too", async () => {
  await app.tab.close();
  phone.isDiskSlow = true;
  app = await startApp(phone);
  const trying = unlock(app);
  await phone.clock.advance(3_000);
  expect(await trying).toBe("own");
  await app.tab.close();
  phone.isDiskSlow = false;
  startOver(phone, kept);
  app = await startApp(phone);
  expect(app.emergency()).toBeNull();
});

test("a code that is typed while the note is read ends it, and the guardians are told", async () => {
  await app.tab.close();
  phone.endNote = new Promise((resolve) => phone.clock.after(900, () => resolve("[]")));
  const tab = phone.openTab();
  const controller = createController(tab.devices);
  controller.start({ demoPin, goHome: () => undefined });
  await phone.clock.advance(300);
  const trying = controller.submitPin("lockScreen", ownPin, false);
  await phone.clock.advance(20_000);
  expect(await trying).toBe("own");
  expect(phone.disk.get("emergency")).toMatchObject({ isLocked: false });
  expect(phone.news.map(({ what }) => what)).toContain("ended");
});

test("a second emergency that ended too brings neither back", async () => {
  await unlock(app);
  await phone.clock.advance(whileMs);
  app.trigger();
  await phone.clock.advance(60_000);
  await loseEnd();
  expect(app.emergency()).toBeNull();
  app.trigger();
  await phone.clock.advance(60_000);
  await loseEnd();
  expect(app.emergency()).toBeNull();
});

test.each(["has room", "has no room since the end"])(
  "where another emergency began since, and is lost, the one that is stored is shown: the cache %s",
  async (room) => {
    await unlock(app);
    await phone.clock.advance(whileMs);
    phone.isCacheFull = room !== "has room";
    app.trigger();
    await phone.clock.advance(60_000);
    await killed();
    expect(app.controller.getState()).toMatchObject({ emergency: { id }, isConfirmed: true });
  },
);

test("an end is none of a later emergency", async () => {
  await unlock(app);
  await phone.clock.advance(whileMs);
  app.trigger();
  await phone.clock.advance(60_000);
  const later = app.emergency()?.id;
  kept = homesOf(phone);
  await killed();
  expect(app.emergency()?.id).toBe(later);
  expect(later).not.toBe(id);
});

describe("an emergency that is on is not ended", () => {
  const noteOf = (at: number) => JSON.stringify([{ id, at }]);

  test("by a note of an end before the last call for help in it, nor by one of a time to come", async () => {
    const { calledAt = 0 } = app.emergency() ?? {};
    for (const at of [0, calledAt, phone.clock.wallTime() + 1, 9e15, Number.NaN]) {
      phone.endNote = noteOf(at);
      await killed();
      expect([at, app.emergency()?.id]).toEqual([at, id]);
    }
  });

  test("by any note on the page where it is on, or where help was called for", async () => {
    phone.endNote = noteOf(phone.clock.wallTime());
    await phone.clock.advance(1_000);
    await app.tab.setVisible(false);
    await app.tab.setVisible(true);
    await phone.clock.advance(1_000);
    const goesOn = { emergency: { id }, recording: { phase: "on" } };
    expect(app.controller.getState()).toMatchObject(goesOn);
    expect(phone.disk.get("emergency")).toMatchObject({ isLocked: true });
  });

  test("where its note could not be read first, and it went on, with or without another call", async () => {
    for (const calls of [0, 1]) {
      await unlock(app);
      await phone.clock.advance(5_000);
      const note = phone.endNote;
      phone.endNote = null;
      await killed();
      await phone.clock.advance(whileMs);
      if (calls === 1) app.trigger();
      await phone.clock.advance(0);
      expect([phone.endNote, app.emergency()?.id]).toEqual(["[]", id]);
      // The cache refused that, too.
      if (calls === 1) phone.endNote = note;
      kept = homesOf(phone);
      await killed();
      expect([calls, app.emergency()?.id]).toEqual([calls, id]);
    }
  });

  test("by the clock that comes back to the time of an end that it did not honour", async () => {
    await unlock(app);
    await phone.clock.advance(5_000);
    phone.clock.changeWallTime(-whileMs);
    await killed();
    expect(app.emergency()?.id).toBe(id);
    await phone.clock.advance(2 * whileMs);
    kept = homesOf(phone);
    await killed();
    expect(app.emergency()?.id).toBe(id);
  });
});
