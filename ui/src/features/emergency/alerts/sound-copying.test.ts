/** Claims about sound that leaves the phone beside an emergency: when it begins, what the lock says, when it goes on. */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openGiven } from "#seal/sound-items.ts";
import { guardianOutbox } from "#store/guardians/guardian-outbox.ts";
import { changeGuardian, noteEnded } from "#store/guardians/guardians.ts";
import { changeCopy, noteHeld } from "#store/guardians/sound-copies.ts";
import { alertPage } from "#test/alert-page.ts";
import { settle } from "#test/fake-clock.ts";
import { makeOwnLink } from "#test/link-pair.ts";
import { recordingOf } from "#test/recorded-sound.ts";
import { soundPhone, storeListeners } from "#test/sound-phone.ts";
import { soundLine } from "../lock/sound-line.ts";
import { startSoundCopying } from "./sound-copying.ts";

let phone: Awaited<ReturnType<typeof soundPhone>>;
let page: ReturnType<typeof alertPage>;
let stop: () => void;

const open = () => {
  page = alertPage(phone.emergency);
  stop = startSoundCopying(page.devices);
};
/** Lets so many seconds pass. */
const pass = (seconds: number) => page.clock.advance(seconds * 1_000);
/** Looks a second later. */
const later =
  <T>(look: () => T | Promise<T>) =>
  async (): Promise<T> => {
    await pass(1);
    return look();
  };
/** Times of day as the lock writes them: what it says begins at ten o'clock in UTC. */
const line = () => (soundLine.get() ?? "").replaceAll(/\d+:(\d\d:\d\d)(\s[AP]M)?/g, "$1");

beforeEach(async () => {
  phone = await soundPhone();
  open();
});
afterEach(async () => {
  stop();
  await settle();
});

test("nothing is asked of the server before sound is on the disk, and nothing at all without an emergency", async () => {
  await pass(5);
  page.set({});
  await pass(5);
  expect(phone.server.seen).toEqual([]);
  expect(await phone.copyNow()).toBeUndefined();
  expect(soundLine.get()).toBeNull();
});

test("nothing is made where no guardian was chosen", async () => {
  await changeGuardian(phone.link.guardian.id, (before) => ({ ...before, getsSound: false }));
  page.set({});
  await phone.recording.add(8);
  await pass(5);
  expect(phone.server.seen).toEqual([]);
  expect(soundLine.get()).toBeNull();
});

test("sound follows its recording, and the lock says how far each copy is", async () => {
  page.set({});
  await phone.recording.add(2);
  await expect.poll(later(line)).toBe("On this phone until 00:01. Nothing stored for Ana yet.");
  await phone.recording.add(4);
  await expect.poll(later(line)).toBe("On this phone until 00:05. Stored for Ana until 00:03.");
  expect(await phone.there()).toEqual(["sound 1: 0-3"]);
  await noteHeld(phone.link.guardian.id, {
    about: phone.emergency,
    until: Date.UTC(2026, 10, 21, 10, 0, 3),
  });
  await expect.poll(later(line)).toBe("On this phone until 00:05. With Ana until 00:03.");
});

test("a page that says that it has more than the server is not believed", async () => {
  page.set({});
  await phone.recording.add(5);
  await expect.poll(later(line)).toContain("Stored for Ana");
  await noteHeld(phone.link.guardian.id, {
    about: phone.emergency,
    until: Number.MAX_SAFE_INTEGER,
  });
  await expect.poll(later(line)).toBe("On this phone until 00:04. With Ana until 00:03.");
});

test.each([
  [507, null, "Our server has no room for more."],
  [507, "30", "Our server takes no sound now. This phone tries again."],
  [503, null, "Our server takes no sound now. This phone tries again."],
] as const)(
  "the lock says why nothing is stored, and how far the phone is meanwhile: %i",
  async (status, retryAfter, words) => {
    phone.server.health = status;
    phone.server.retryAfter = retryAfter;
    page.set({});
    await phone.recording.add(5);
    const said = (second: number) =>
      `On this phone until 00:0${second}. Nothing stored for Ana yet. ${words}`;
    await expect.poll(later(line)).toBe(said(4));
    await pass(3);
    await phone.recording.add(2);
    await expect.poll(later(line), { interval: 1 }).toBe(said(6));
  },
);

test("behind a disguise nothing is said, from the first moment, and sound leaves all the same", async () => {
  page.set({});
  await phone.recording.add(4);
  await expect.poll(later(line)).toContain("Stored for Ana");
  page.set({ isDecoy: true });
  expect(soundLine.get()).toBeNull();
  await phone.recording.add(4);
  await expect.poll(later(phone.there)).toHaveLength(2);
  expect(soundLine.get()).toBeNull();
});

test("after the end the rest is sent, and then the phone rests", async () => {
  page.set({});
  await phone.recording.add(6);
  await expect.poll(later(phone.there)).toHaveLength(1);
  page.set(null);
  await phone.recording.add(1);
  await phone.recording.close();
  // How the last three links are divided depends on when the phone looks.
  const links = async () =>
    (await phone.there()).flatMap((piece) => {
      const [from = 0, to = 0] = piece.split(": ")[1]?.split("-").map(Number) ?? [];
      return Array.from({ length: to - from + 1 }, (_, index) => from + index);
    });
  await expect.poll(later(links)).toEqual([0, 1, 2, 3, 4, 5, 6]);
  await expect.poll(later(page.clock.waiting)).toBe(0);
  expect(soundLine.get()).toBeNull();
});

test("after a kill it goes on when the app is opened again, also when the emergency is over", async () => {
  page.set({});
  phone.server.health = "off";
  await phone.recording.add(6);
  await expect.poll(later(phone.copyNow)).toBeDefined();
  stop();
  phone.server.health = "works";
  open();
  await expect.poll(later(phone.there)).toEqual(["sound 1: 0-3", "sound 1: 4-5"]);
});

test("another recording that the server refuses holds up no sound, and the lock says nothing of it", async () => {
  const old = `${phone.emergency}-old`;
  // The server has forgotten it.
  await phone.begin(old);
  await changeCopy(old, (before) => ({ ...before, madeAt: 1 }));
  const recording = recordingOf(old);
  await recording.add(4);
  await recording.close();
  page.set({});
  await phone.recording.add(4);
  await pass(3);
  await expect.poll(later(phone.there)).toEqual(["sound 1: 0-3"]);
  await phone.recording.add(4);
  // In less time than the refused one waits.
  for (let second = 0; second < 20 && (await phone.there()).length < 2; second += 1) await pass(1);
  expect(await phone.there()).toEqual(["sound 1: 0-3", "sound 1: 4-7"]);
  await expect.poll(later(line)).toBe("On this phone until 00:07. Stored for Ana until 00:07.");
});

describe("who may listen", () => {
  const given = async () => {
    const rows = (await phone.copyNow()).given;
    const all = rows.map(
      async ({ sealed }) => sealed && openGiven(phone.link.person.down, sealed.seq, sealed.bytes),
    );
    return (await Promise.all(all)).map((item) => item && [item.emergency, item.isDrill]);
  };

  test("hears of a drill that turned real under both names, with one copy", async () => {
    page.set({ kind: "test" });
    await phone.recording.add(4);
    await expect.poll(later(phone.there)).toHaveLength(1);
    page.set({ kind: "real" });
    await phone.recording.add(4);
    await expect.poll(later(phone.there)).toHaveLength(2);
    await expect.poll(later(given)).toEqual([
      [`${phone.emergency}-test`, true],
      [phone.emergency, false],
    ]);
    expect(phone.server.copies).toHaveLength(1);
  });

  describe("where another one's link is not there, which nothing proves", () => {
    const both = /Stored for Ana until 00:07\. .*Stored for Ben until 00:07\.$/;
    let ben: Awaited<ReturnType<typeof makeOwnLink>>;
    const states = async () => (await phone.copyNow()).given.map(({ state }) => state);
    beforeEach(async () => {
      ben = await makeOwnLink("Ben");
      await storeListeners([phone.link, ben]);
      phone.items.missing.add(ben.guardian.owner);
      page.set({});
      await phone.recording.add(4);
      await expect.poll(later(states)).toEqual(["taken", "waiting"]);
    });

    test("hears everything as soon as ever, the lock says so, and the other one hears it later", async () => {
      await phone.recording.add(4);
      // In less time than the other link waits.
      for (let second = 0; second < 20 && (await phone.there()).length < 2; second += 1)
        await pass(1);
      expect(await phone.there()).toHaveLength(2);
      const said = "On this phone until 00:07. Stored for Ana until 00:07.";
      await expect.poll(later(line)).toBe(`${said} Nothing stored for Ben yet.`);
      phone.items.missing.clear();
      await pass(60);
      await expect.poll(later(line)).toMatch(both);
    });

    test("is waited for after the end, no oftener than it has to be", async () => {
      page.set(null);
      await phone.recording.close();
      await pass(30);
      const before = phone.items.posts();
      await pass(20);
      expect(phone.items.posts() - before).toBeLessThan(2);
      phone.items.missing.clear();
      await pass(60);
      await expect.poll(later(states)).toEqual(["taken", "taken"]);
      await expect.poll(later(page.clock.waiting)).toBe(0);
    });

    test("and one whose end is proved is given nothing, without being asked", async () => {
      await noteEnded(ben.guardian.id, 1);
      const before = phone.items.posts();
      await pass(60);
      await expect.poll(later(states)).toEqual(["taken", "refused"]);
      expect(phone.items.posts()).toBe(before);
    });
  });

  test("may be chosen while the emergency is on, and not after it", async () => {
    const choose = (getsSound: boolean) =>
      changeGuardian(phone.link.guardian.id, (before) => ({ ...before, getsSound }));
    await choose(false);
    page.set({});
    await phone.recording.add(4);
    await pass(3);
    expect(phone.server.seen).toEqual([]);
    await choose(true);
    await expect.poll(later(phone.there)).toHaveLength(1);
    page.set(null);
    await changeCopy(phone.emergency, (before) => ({ ...before, given: [] }));
    await pass(5);
    expect((await phone.copyNow()).given).toEqual([]);
  });
});

test("items that wait for a guardian go first, but one that waits for long holds nothing up", async () => {
  await guardianOutbox.change((before) => ({
    keep: [
      ...before,
      {
        ...{ id: "alarm", guardian: phone.link.guardian.id, wakes: true, sealed: null },
        item: { kind: "ended", emergency: "other", at: 1, isDrill: false },
      },
    ],
    answer: undefined,
  }));
  page.set({});
  await phone.recording.add(4);
  await pass(8);
  expect(phone.server.copies).toEqual([]);
  await pass(5);
  await expect.poll(later(phone.there)).toHaveLength(1);
});
