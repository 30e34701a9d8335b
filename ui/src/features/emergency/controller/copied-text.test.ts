/** Claims about the text of a message that the app put on the clipboard. */
import { beforeEach, expect, test } from "vitest";
import { emergencyTimes } from "#content/limits.ts";
import { demoPin, type EmergencyApp, ownPin, startApp } from "#test/emergency-app.ts";
import { type FakePhone, fakePhone } from "#test/fake-phone.ts";

let phone: FakePhone;
let app: EmergencyApp;

const submit = (pin: string) => app.controller.submitPin("lockScreen", pin, false);
const asked = () => app.tab.clipboard.asked;
const removed = () => app.tab.clipboard.removed;

/** A test that has copied its text, or a real emergency whose text the person copied. */
async function copied(kind: "real" | "test"): Promise<string> {
  app.trigger(kind);
  await phone.clock.advance(emergencyTimes.testCopyMs);
  const text = app.controller.messageText() ?? "";
  const emergencyId = app.emergency()?.id ?? "";
  if (kind === "real") app.controller.report({ type: "text-copied", emergencyId, text });
  return text;
}

beforeEach(async () => {
  phone = fakePhone();
  app = await startApp(phone);
});

test.each([
  ["the end of a test", "test", demoPin],
  ["the end of a real emergency", "real", ownPin],
] as const)(
  "is taken off it by %s: asked for in the tap, and done after the code",
  async (_what, kind, pin) => {
    const text = await copied(kind);
    expect(asked()).toEqual([]);
    const trying = submit(pin);
    expect([asked(), removed()]).toEqual([[text], []]);
    await trying;
    await phone.clock.advance(0);
    expect(removed()).toEqual([text]);
    await submit(ownPin);
    expect(asked()).toEqual([text]);
  },
);

test("stays there behind a decoy, at which somebody may look at the phone, until the own PIN ends the emergency", async () => {
  const text = await copied("real");
  await submit(demoPin);
  await phone.clock.advance(0);
  expect(removed()).toEqual([]);
  await submit(ownPin);
  await phone.clock.advance(0);
  expect([app.emergency(), removed()]).toEqual([null, [text]]);
});

test("stays there after a wrong code", async () => {
  const text = await copied("real");
  await submit("000000");
  await phone.clock.advance(0);
  expect([asked(), removed()]).toEqual([[text], []]);
});

test("is not looked for where the browser did not copy it, or where the person has copied something else on the page", async () => {
  Object.assign(app.tab.devices, { copyText: async () => false });
  await copied("test");
  await submit(demoPin);
  await phone.clock.advance(0);
  await copied("real");
  app.tab.copy();
  await submit(ownPin);
  expect([app.emergency(), asked()]).toEqual([null, []]);
});
