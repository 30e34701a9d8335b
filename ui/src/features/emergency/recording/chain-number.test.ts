/** Claims about the server's number in the chain of a recording. */
import { expect, test } from "vitest";
import { recordingLimits } from "#content/limits.ts";
import { CHAIN_START } from "#store/evidence/evidence-chain.ts";
import { fakePhone } from "#test/fake-phone.ts";
import { isUnbroken } from "#test/unbroken.ts";
import { startSession } from "./session.ts";

/** A recording that has begun, on a phone whose server gives a number. */
async function begun(number: string | null) {
  const phone = fakePhone();
  phone.number = number;
  const tab = phone.openTab();
  let asked = 0;
  const numberForChain = () => {
    asked += 1;
    return tab.devices.numberForChain("e");
  };
  const session = startSession({
    devices: { ...tab.devices, numberForChain },
    isResumed: false,
    mayOpen: async () => true,
    settledId: async () => "e",
    report: () => undefined,
  });
  await phone.clock.advance(0);
  const speak = async (sound: string) => {
    const before = phone.chunks.length;
    await tab.speak(sound);
    await expect.poll(() => phone.chunks.length).toBe(before + 1);
  };
  await speak("one");
  return { phone, tab, session, speak, asked: () => asked };
}

const kinds = ({ chunks }: ReturnType<typeof fakePhone>) => chunks.map(({ kind }) => kind);

test("a recording has the number between its seconds, and waits for none", async () => {
  const { phone, session, speak, asked } = await begun("A number.");
  expect([kinds(phone), asked()]).toEqual([["sound"], 0]);
  await phone.clock.advance(recordingLimits.numberAfterMs);
  await expect.poll(() => phone.chunks.length).toBe(2);
  await speak("two");
  await session.stop();
  expect([kinds(phone), asked()]).toEqual([["sound", "gap", "sound"], 1]);
  expect(new TextDecoder().decode(phone.chunks[1]?.bytes)).toBe("A number.");
  expect(await isUnbroken(CHAIN_START, phone.chunks)).toBe(true);
  const [part] = [...phone.recordings.values()];
  expect(part).toMatchObject({ bytes: 6, head: phone.chunks.at(-1)?.chain });
});

test("without the person's choice nothing is written", async () => {
  const { phone, session, speak } = await begun(null);
  await phone.clock.advance(recordingLimits.numberAfterMs);
  await speak("two");
  await session.stop();
  expect(kinds(phone)).toEqual(["sound", "sound"]);
});

test("a recording that is over asks for none, and leaves no timer behind", async () => {
  const { phone, session, asked } = await begun("A number.");
  // That another tab records is noticed after a moment.
  await phone.clock.advance(1_000);
  await session.stop();
  expect(phone.clock.waiting()).toBe(0);
  await phone.clock.advance(recordingLimits.numberAfterMs);
  expect([kinds(phone), asked()]).toEqual([["sound"], 0]);
});

test("a number that comes after the end changes nothing", async () => {
  const { phone, tab, session } = await begun("A number.");
  let answer = (_sentence: string) => undefined as undefined;
  const late = new Promise<string>((resolve) => {
    answer = (sentence) => {
      resolve(sentence);
      return undefined;
    };
  });
  const other = startSession({
    devices: { ...tab.devices, numberForChain: () => late },
    isResumed: false,
    mayOpen: async () => true,
    settledId: async () => "other",
    report: () => undefined,
  });
  await session.stop();
  await phone.clock.advance(recordingLimits.numberAfterMs);
  await other.stop();
  const before = [...phone.recordings.values()];
  answer("A number.");
  await phone.clock.advance(0);
  expect([...phone.recordings.values()]).toEqual(before);
});
