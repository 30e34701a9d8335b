/** Claims about a motion sensor that each document must ask for with a tap, as on an iPhone. */
import { beforeEach, expect, test, vi } from "vitest";
import { realEmergencyAttribute } from "#content/real-emergency.ts";
import { settle } from "#test/fake-clock.ts";
import { askMotion, motionAnswer, onMotion } from "./motion.ts";

let asked = 0;
let answer: "granted" | "denied" = "granted";

beforeEach(async () => {
  document.body.innerHTML = "<button>Readings</button>";
  vi.stubGlobal("DeviceMotionEvent", {
    requestPermission: async () => {
      asked += 1;
      return answer;
    },
  });
  // As in a document that has no answer yet.
  answer = "denied";
  await askMotion();
  [asked, answer] = [0, "granted"];
});

/** Taps, and says how often the sensor was asked for so far. */
async function tap(): Promise<number> {
  document.querySelector("button")?.click();
  await settle();
  return asked;
}

test.each(["granted", "denied"] as const)(
  "the first tap of a document asks, and no other one; the answer was %s",
  async (said) => {
    answer = said;
    const stop = onMotion(() => undefined);
    await settle();
    expect(asked).toBe(0);
    expect(await tap()).toBe(1);
    expect(await tap()).toBe(1);
    expect(motionAnswer.get()).toBe(said === "granted");
    stop();
  },
);

test("nothing asks for somebody who does not shake", async () => {
  onMotion(() => undefined)();
  expect(await tap()).toBe(0);
});

test.each([
  ["a screen with the emergency button", `<button ${realEmergencyAttribute}="ask"></button>`],
  ["a lock", '<main data-screen="lock"><button>Call</button></main>'],
])("no tap on %s is answered with the browser's question", async (_, html) => {
  document.body.innerHTML = html;
  const stop = onMotion(() => undefined);
  expect(await tap()).toBe(0);
  stop();
});

test("two that ask at once ask the browser once", async () => {
  const [one, other] = await Promise.all([askMotion(), askMotion()]);
  expect([one, other, asked]).toEqual([true, true, 1]);
});

test("a sensor that needs no tap is not asked for", async () => {
  vi.stubGlobal("DeviceMotionEvent", class {});
  const stop = onMotion(() => undefined);
  expect(await tap()).toBe(0);
  stop();
});
