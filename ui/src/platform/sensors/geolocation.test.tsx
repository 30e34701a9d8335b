/** Claims about how the browser is asked for the position, and about following it past a refusal. */
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type FakeGeolocation, fakeGeolocation, settleAnswers } from "#test/fake-geolocation.ts";
import { askPosition, followPosition, whereabouts } from "./geolocation.ts";

describe("the options:", () => {
  const getCurrentPosition = vi.fn();
  const watchPosition = vi.fn(() => 1);
  const asked = { enableHighAccuracy: true, timeout: 10_000, maximumAge: 60_000 };

  beforeEach(() => {
    const geolocation = { getCurrentPosition, watchPosition, clearWatch: () => undefined };
    Object.defineProperty(navigator, "geolocation", { configurable: true, value: geolocation });
  });
  afterEach(() => void vi.clearAllMocks());

  test("a position is asked for at high accuracy, within 10 s, at most 60 s old, and a rough one beside it", () => {
    askPosition();
    const options = getCurrentPosition.mock.calls.map((call) => call[2]);
    const rough = { enableHighAccuracy: false, timeout: 3_000, maximumAge: 300_000 };
    expect(options).toEqual([asked, rough]);
  });

  test("a position that is followed is asked for in the same way", () => {
    followPosition()();
    expect(watchPosition.mock.calls).toEqual([[expect.anything(), expect.anything(), asked]]);
  });
});

const stops: (() => void)[] = [];
const follow = () => void stops.push(followPosition());
const leave = () => stops.pop()?.();

afterEach(() => {
  while (stops.length > 0) leave();
});

/** Follows the place, and the person says no. */
async function refused(phone: FakeGeolocation) {
  follow();
  await settleAnswers();
  phone.decide("denied");
  await settleAnswers();
}

describe("a place that was refused is followed again", () => {
  test("once it is allowed in the settings", async () => {
    const phone = fakeGeolocation();
    await refused(phone);
    phone.decide("granted");
    await settleAnswers();
    phone.move(7);
    expect(whereabouts()).toMatchObject({ fix: { latitude: 7 }, problem: null });
  });

  test("when the person comes back from the phone's settings, of which the browser said nothing", async () => {
    const phone = fakeGeolocation();
    phone.decide("granted");
    follow();
    phone.decide("granted", true);
    await settleAnswers();
    expect(phone.watching()).toBe(0);
    phone.show();
    await settleAnswers();
    expect(phone.watching()).toBe(1);
  });

  test("after the one tap that finds it, in a browser that does not say what is allowed", async () => {
    const phone = fakeGeolocation(false);
    await refused(phone);
    phone.decide("granted");
    phone.show();
    await settleAnswers();
    expect(phone.watching()).toBe(0);
    askPosition();
    phone.move(1);
    phone.move(7);
    expect(whereabouts().fix).toMatchObject({ latitude: 7 });
  });

  test("by a second emergency, while a session shares it", async () => {
    const phone = fakeGeolocation(false);
    await refused(phone);
    phone.decide("granted");
    follow();
    expect(phone.watching()).toBe(1);
    leave();
    leave();
    expect(phone.watching()).toBe(0);
  });

  test("when a position is found all the same, in a browser that asks for each request", async () => {
    const phone = fakeGeolocation(false);
    const watched = vi.spyOn(navigator.geolocation, "watchPosition");
    askPosition();
    follow();
    watched.mock.calls[0]?.[1]?.({ code: 1 } as GeolocationPositionError);
    phone.decide("granted");
    phone.move();
    expect([watched.mock.calls.length, phone.watching()]).toEqual([2, 1]);
  });
});

test("a position is not taken for an old one after the clock was set back while there was no geolocation", () => {
  const at = Date.now();
  vi.useFakeTimers({ now: at + 3_600_000 });
  fakeGeolocation().decide("granted");
  askPosition();
  Reflect.deleteProperty(navigator, "geolocation");
  askPosition();
  vi.setSystemTime(at);
  const phone = fakeGeolocation();
  phone.decide("granted");
  askPosition();
  phone.move();
  expect(whereabouts().fix?.timestamp).toBe(at);
});

/** What may happen, in any order. */
const names = [
  "follow",
  "leave",
  // The person taps.
  "ask",
  "allow",
  "forbid",
  // A permission for once ends.
  "forget",
  // The phone's location is switched off, of which the permission says nothing.
  "switchOff",
  // The person comes back to the page.
  "show",
  "move",
] as const;
type Step = (typeof names)[number];

/** Every sequence of so many steps. */
function* sequences(length: number): Generator<readonly Step[]> {
  if (length === 0) return yield [];
  for (const rest of sequences(length - 1)) for (const step of names) yield [step, ...rest];
}

test("whatever happened before, an allowed place is followed once the person comes back, and nobody is asked unasked", async () => {
  for (const sequence of sequences(4)) {
    const phone = fakeGeolocation();
    const acts: Readonly<Record<Step, () => void>> = {
      follow,
      leave,
      ask: askPosition,
      allow: () => phone.decide("granted"),
      forbid: () => phone.decide("denied"),
      forget: () => phone.decide("prompt"),
      switchOff: () => phone.decide("granted", true),
      show: phone.show,
      move: phone.move,
    };
    for (const step of sequence) {
      const { questions, asked } = phone;
      acts[step]();
      await settleAnswers();
      const isOpen = step === "follow" || step === "ask";
      if (!isOpen) expect(phone.questions, sequence.join()).toBe(questions);
      // A refusal leads to no further request by itself.
      expect(phone.asked - asked, sequence.join()).toBeLessThanOrEqual(step === "ask" ? 3 : 1);
    }
    phone.decide("granted");
    phone.show();
    await settleAnswers();
    expect(phone.watching(), sequence.join()).toBe(stops.length > 0 ? 1 : 0);
    while (stops.length > 0) leave();
    expect(phone.watching(), sequence.join()).toBe(0);
  }
});
