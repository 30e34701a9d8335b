/** Claims about calls for help around the moment in which a lost end is read from its note: none of them ends with it. */
import { expect, test } from "vitest";
import { fractionsOf } from "#test/chance.ts";
import { demoPin, ownPin, startApp } from "#test/emergency-app.ts";
import { type FakePhone, fakePhone } from "#test/fake-phone.ts";
import { homesOf, startOver } from "#test/lost-homes.ts";
import { createController } from "./controller.ts";
import { fromRecord, overRecord, parseRecord } from "./records.ts";

/** A phone whose emergency ended, and whose database and local storage have lost that in a kill. */
async function endLost() {
  const phone = fakePhone();
  const app = await startApp(phone);
  app.trigger();
  await phone.clock.advance(10_000);
  const kept = homesOf(phone);
  await app.controller.submitPin("lockScreen", ownPin, false);
  await phone.clock.advance(10_000);
  await app.tab.close();
  startOver(phone, kept);
  return { phone, kept };
}

/** Starts the app in a new tab, and does not let it settle. */
function startNow(phone: FakePhone) {
  const tab = phone.openTab();
  const controller = createController(tab.devices);
  controller.start({ demoPin, goHome: () => undefined });
  return { tab, controller, emergency: () => controller.getState().emergency };
}

/** From now on the cache says after `ms` milliseconds what is noted. */
function slowNote(phone: FakePhone, ms: number) {
  const { endNote } = phone;
  phone.endNote = new Promise((resolve) => phone.clock.after(ms, () => resolve(endNote)));
}

/** How a call comes. */
interface Calling {
  readonly setBackMs?: number;
  readonly isElsewhere?: boolean;
  readonly noteMs?: number;
  readonly diskMs?: number;
}

/** A call for help so many steps of the program after the start; resolves to whether the lock was shown then. */
async function calledAfter(ticks: number, calling: Calling) {
  const { setBackMs = 0, isElsewhere = false, noteMs = 0, diskMs = 0 } = calling;
  const { phone, kept } = await endLost();
  if (noteMs > 0) slowNote(phone, noteMs);
  phone.isDiskSlow = diskMs > 0;
  const first = startNow(phone);
  const tabs = isElsewhere ? [first, startNow(phone)] : [first];
  for (let tick = 0; tick < ticks; tick += 1) await null;
  const wasShown = first.emergency() !== null;
  phone.clock.changeWallTime(-setBackMs);
  tabs.at(-1)?.controller.trigger({ kind: "real", triggeredBy: "voice", safeWord: "help" });
  await phone.clock.advance(diskMs);
  phone.isDiskSlow = false;
  await phone.clock.advance(3_000);
  for (const { controller } of tabs) {
    const { emergency, isConfirmed, recording } = controller.getState();
    expect([ticks, emergency?.kind, isConfirmed]).toEqual([ticks, "real", true]);
    expect(["on", "elsewhere"]).toContain(recording.phase);
  }
  expect(phone.disk.get("emergency")).toMatchObject({ isLocked: true });
  for (const { tab } of tabs) await tab.close();
  for (const homes of [homesOf(phone), kept]) {
    startOver(phone, homes);
    const again = await startApp(phone);
    expect([ticks, again.emergency()?.kind]).toEqual([ticks, "real"]);
    await again.tab.close();
  }
  return wasShown;
}

test.each<[string, Calling]>([
  ["here", {}],
  ["here, on a clock that is set back then", { setBackMs: 60_000 }],
  ["in another tab", { isElsewhere: true }],
  ["here, while the note is slow", { noteMs: 500 }],
  // The clock comes to the time of the end only after the call.
  [
    "here, on a clock that is set back then, while the note is slow",
    { setBackMs: 10_200, noteMs: 500 },
  ],
  ["here, while the database is slow", { diskMs: 2_500 }],
])(
  "a call for help %s goes on and is recorded, whenever it comes, and after the next kill, which may lose it",
  async (_, calling) => {
    const isSlow = (calling.noteMs ?? calling.diskMs ?? 0) > 0;
    const shown = new Set<boolean>();
    for (let ticks = 0; ticks < 40; ticks += isSlow ? 13 : 1) {
      shown.add(await calledAfter(ticks, calling));
    }
    expect([...shown]).toEqual(isSlow ? [true] : [true, false]);
  },
);

test("a database that does not answer any more once the note is read leaves the lock, until it does", async () => {
  const { phone } = await endLost();
  const { endNote } = phone;
  phone.endNote = new Promise((resolve) =>
    phone.clock.after(500, () => {
      phone.isDiskSlow = true;
      resolve(endNote);
    }),
  );
  const app = startNow(phone);
  await phone.clock.advance(4_000);
  expect([app.emergency() === null, phone.mirror.isLocked]).toEqual([false, true]);
  phone.isDiskSlow = false;
  await phone.clock.advance(3_000);
  expect([app.emergency(), phone.mirror.isLocked]).toEqual([null, false]);
});

test("a call that meets an end of another tab takes its note back, and does so again as an emergency of its own", async () => {
  const phone = fakePhone();
  const app = await startApp(phone);
  app.trigger();
  await phone.clock.advance(60_000);
  const { id = "", sequence = 0 } = app.emergency() ?? {};
  const endedAt = phone.clock.wallTime() - 1;
  const end = { emergencyId: id, endedAt, isOwnEnd: true, joined: [] };
  phone.disk.set("emergency", overRecord(end, sequence));
  const note = JSON.stringify([{ id, at: endedAt }]);
  phone.endNote = note;
  phone.isDiskSlow = true;
  app.trigger();
  await phone.clock.advance(10);
  expect([app.emergency()?.id, phone.endNote]).toEqual([id, "[]"]);
  // The other tab's cache is slower.
  phone.endNote = note;
  phone.isDiskSlow = false;
  await phone.clock.advance(200);
  expect(app.emergency()?.kind).toBe("real");
  expect([app.emergency()?.id === id, phone.endNote]).toEqual([false, "[]"]);
});

/** What may happen on a phone whose disk is full, or is not, with kills that lose what the full disk took. */
function fullPhone(phone: FakePhone, random: () => number) {
  const ended = new Set<string>();
  let app: Awaited<ReturnType<typeof startApp>>;
  let kept: ReturnType<typeof homesOf> | null = null;
  let ends = 0;
  const start = async () => {
    app = await startApp(phone);
  };
  const unlock = async () => {
    const going = app.emergency();
    const pin = random() < 0.3 ? demoPin : ownPin;
    const outcome = await app.controller.submitPin("lockScreen", pin, false);
    if (going === null || app.emergency() !== null || outcome === "wrong") return;
    ended.add(going.id);
    ends += 1;
    // More ends than are noted may lose some.
    if (ends === 4) kept = null;
  };
  const kill = async (isSameClock: boolean) => {
    const on = app.emergency();
    await app.tab.close();
    if (kept !== null) startOver(phone, kept);
    const stored = fromRecord(parseRecord(phone.disk.get("emergency")));
    phone.isDiskSlow = random() < 0.3;
    await start();
    await phone.clock.advance(random() * 3_000);
    phone.isDiskSlow = false;
    await phone.clock.advance(3_000);
    const now = app.emergency();
    if (on === null && isSameClock) expect(now).toBeNull();
    if (on !== null && (kept === null || stored !== null)) expect(now).not.toBeNull();
    if (stored !== null && !ended.has(stored.id)) expect(now?.id).toBe(stored.id);
    // What is shown in the place of a lost one is on again.
    if (now !== null) ended.delete(now.id);
  };
  return {
    start,
    unlock,
    kill,
    call: () => app.trigger(random() < 0.3 ? "test" : "real"),
    fill: () => {
      ends = 0;
      kept = kept === null ? homesOf(phone) : null;
    },
  };
}

test.each(Array.from({ length: 30 }, (_, index) => index + 1))(
  "what was ended stays so, and what is on is shown after each kill on a full disk (sequence %d)",
  async (seed) => {
    const random = fractionsOf(seed * 7_919);
    const phone = fakePhone();
    const { start, unlock, kill, call, fill } = fullPhone(phone, random);
    const isSameClock = seed % 2 === 0;
    await start();
    for (let count = 0; count < 40; count += 1) {
      const move = random();
      if (move < 0.3) call();
      else if (move < 0.55) await unlock();
      else if (move < 0.65) await phone.clock.advance(random() * 20_000);
      else if (move < 0.75) fill();
      else if (move < 0.8 && !isSameClock)
        phone.clock.changeWallTime((random() - 0.5) * 86_400_000);
      else await kill(isSameClock);
      await phone.clock.advance(100);
    }
  },
);
