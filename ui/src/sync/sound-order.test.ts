/** Claims about the order of sound among emergencies, tabs and what goes first. */
import { beforeEach, expect, test, vi } from "vitest";
import { randomBytes, randomToken } from "#seal/keys.ts";
import { changeCopy, soundCopies } from "#store/guardians/sound-copies.ts";
import { makeOwnLink } from "#test/link-pair.ts";
import { recordingOf } from "#test/recorded-sound.ts";
import { soundPhone, storeListeners } from "#test/sound-phone.ts";
import { type SoundSending, sendSounds } from "./sound-sending.ts";

let phone: Awaited<ReturnType<typeof soundPhone>>;
beforeEach(async () => {
  phone = await soundPhone();
  await phone.begin();
});

test("a copy is made under another guardian's link, where one takes none", async () => {
  const ben = await makeOwnLink("Ben");
  await storeListeners([phone.link, ben]);
  vi.stubGlobal("fetch", (async (input, init) => {
    const token = new Headers(init?.headers).get("Authorization");
    const isAna = token === `Bearer ${phone.link.guardian.owner}`;
    return isAna ? new Response("Full", { status: 507 }) : phone.server.fetch(input, init);
  }) as typeof fetch);
  await phone.recording.add(4);
  await sendSounds(phone.page);
  expect(phone.server.copies.map(({ under }) => under)).toEqual([ben.guardian.owner]);
  expect(await phone.there()).toEqual(["sound 1: 0-3"]);
});

test("a number of the phrase that another copy has keeps no sound on the phone", async () => {
  const recovery = { find: randomToken(), sealedKey: randomBytes(60) };
  await changeCopy(phone.emergency, (before) => ({ ...before, recovery }));
  vi.stubGlobal("fetch", (async (input, init) => {
    const isTaken = init?.method === "POST" && JSON.parse(String(init.body)).recovery !== null;
    return isTaken ? new Response(null, { status: 409 }) : phone.server.fetch(input, init);
  }) as typeof fetch);
  await phone.recording.add(4);
  expect(await sendSounds(phone.page)).toEqual({ type: "done" });
  expect((await phone.copyNow()).recovery).toBeNull();
  expect(await phone.there()).toEqual(["sound 1: 0-3"]);
});

test("a second emergency goes before what is left of the first, and each has its own copy", async () => {
  await phone.recording.add(4);
  phone.server.health = "off";
  await sendSounds(phone.page);
  const second = recordingOf(`${phone.emergency}-2`);
  await phone.begin(`${phone.emergency}-2`);
  await second.add(4);
  phone.server.health = "works";
  await sendSounds(phone.page);
  expect(phone.server.copies.map(({ pieces }) => pieces.length)).toEqual([1, 1]);
  const [first, other] = await soundCopies.read();
  expect(phone.server.seen.filter((one) => one.startsWith("PUT")).length).toBeGreaterThan(1);
  expect(first?.write).not.toBe(other?.write);
});

test("two tabs of a browser without locks send everything, and each second once", async () => {
  await phone.recording.add(24);
  vi.resetModules();
  const other = await import("./sound-sending.ts");
  const outcomes = await Promise.all([sendSounds(phone.page), other.sendSounds(phone.page)]);
  expect(outcomes).toEqual([{ type: "done" }, { type: "done" }]);
  const pieces = (await phone.there()).filter((text) => text.startsWith("sound"));
  expect([...pieces].sort()).toEqual(
    ["0-3", "4-7", "8-11", "12-15", "16-19", "20-23"].map((range) => `sound 1: ${range}`).sort(),
  );
});

test("what goes first ends the request that is on its way, and its piece is sent after it", async () => {
  await phone.recording.add(4);
  await sendSounds(phone.page);
  await phone.recording.add(4);
  let isFree = true;
  const held = { ...phone.page, mayGo: async () => isFree };
  const giving = new AbortController();
  const yielding: SoundSending["yielding"] = (request) => {
    isFree = false;
    const going = request(giving.signal);
    giving.abort();
    return going;
  };
  expect(await sendSounds({ ...held, yielding })).toEqual({ type: "held" });
  expect(await phone.there()).toEqual(["sound 1: 0-3"]);
  expect(await sendSounds(held)).toEqual({ type: "held" });
  isFree = true;
  expect(await sendSounds(held)).toEqual({ type: "done" });
  expect(await phone.there()).toEqual(["sound 1: 0-3", "sound 1: 4-7"]);
});
