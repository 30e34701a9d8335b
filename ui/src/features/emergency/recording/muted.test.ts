/** Claims about a microphone that the device mutes while an emergency is recorded. */
import { beforeEach, expect, test } from "vitest";
import { type FakePhone, type FakeTab, fakePhone } from "#test/fake-phone.ts";
import { type RecordingSession, startSession } from "./session.ts";

let phone: FakePhone;
let tab: FakeTab;
let mayOpen: boolean;
let session: RecordingSession;
let closed: number;

beforeEach(async () => {
  phone = fakePhone();
  tab = phone.openTab();
  [mayOpen, closed] = [false, 0];
  session = startSession({
    devices: {
      ...tab.devices,
      closeStream: () => {
        closed += 1;
      },
    },
    isResumed: false,
    mayOpen: async () => mayOpen,
    settledId: async () => "e",
    report: () => undefined,
  });
  await phone.clock.advance(0);
  await tab.speak("before");
  await tab.breakRecorder("muted");
  await expect.poll(() => tab.microphone.running).toBe(0);
});

/** How the microphone is after another time. */
const later = (ms: number) => async () => {
  await phone.clock.advance(ms);
  return { ...tab.microphone };
};
const parts = () => [...phone.recordings.values()].sort((a, b) => a.part - b.part);

test("is kept open while opening it would ask, however long it takes, and records again with its sound", async () => {
  await phone.clock.advance(600_000);
  expect([tab.microphone, closed]).toEqual([{ opened: 1, running: 0 }, 0]);
  await tab.unmute();
  await expect.poll(() => tab.microphone.running).toBe(1);
  await tab.speak("after");
  await expect.poll(() => phone.chunks.length).toBe(3);
  expect([tab.microphone.opened, closed]).toEqual([1, 0]);
  await session.stop();
  expect(parts().map(({ part }) => part)).toEqual([1, 2]);
  expect(closed).toBe(1);
});

test("is opened anew after the pause where nobody is asked, as the device may never give it back", async () => {
  mayOpen = true;
  await expect.poll(later(500)).toEqual({ opened: 2, running: 1 });
  expect(closed).toBe(1);
});

test("is opened anew once the lock is open", async () => {
  await phone.clock.advance(60_000);
  expect(tab.microphone.opened).toBe(1);
  mayOpen = true;
  await expect.poll(later(5_000)).toEqual({ opened: 2, running: 1 });
});

test("is closed with the recording", async () => {
  await session.stop();
  expect([tab.microphone, closed]).toEqual([{ opened: 1, running: 0 }, 1]);
  await tab.unmute();
  await phone.clock.advance(60_000);
  expect(tab.microphone.opened).toBe(1);
});
