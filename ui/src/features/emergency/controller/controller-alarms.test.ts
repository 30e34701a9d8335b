/** Claims about an alarm that waits for its time, on one fake phone: neither a kill nor another tab loses or doubles it. */
import { beforeEach, describe, expect, test } from "vitest";
import { type EmergencyApp, ownPin, startApp } from "#test/emergency-app.ts";
import { type FakePhone, fakePhone } from "#test/fake-phone.ts";
import { timeText } from "../messages/sms-message.ts";

let phone: FakePhone;
let app: EmergencyApp;

const advance = (ms: number) => phone.clock.advance(ms);

beforeEach(async () => {
  phone = fakePhone();
  app = await startApp(phone);
});

describe("an alarm that waits, because another was raised just before,", () => {
  const alarmsTold = () => phone.news.filter(({ what }) => what === "again").length;
  /** Help is asked for, and 15 s later by the safe word again. */
  async function calledTwice() {
    app.trigger();
    await advance(15_000);
    app.tab.announce({ triggeredBy: "voice", safeWordUsed: "help" });
    await advance(1_000);
    expect(alarmsTold()).toBe(0);
  }

  test("is raised by the next page when its page is killed, as soon as it is due", async () => {
    await calledTwice();
    await app.tab.close();
    const next = await startApp(phone);
    await advance(3_900);
    expect(alarmsTold()).toBe(0);
    await advance(100);
    expect(alarmsTold()).toBe(1);
    expect(next.emergency()).toMatchObject({ alarms: 2, alarmDueAt: null });
    await advance(60_000);
    expect(alarmsTold()).toBe(1);
  });

  test("is raised at the next start where that comes later, and told with the time at which it was due", async () => {
    await calledTwice();
    const due = app.emergency()?.alarmDueAt;
    await app.tab.close();
    await advance(3_600_000);
    await startApp(phone);
    await advance(0);
    expect(alarmsTold()).toBe(1);
    expect(phone.news.at(-1)).toMatchObject({ what: "again", at: due, alarmedAt: due });
  });

  test("waits no longer than the time between two alarms where the clock was set back", async () => {
    await calledTwice();
    await app.tab.close();
    phone.clock.changeWallTime(-3_600_000);
    await startApp(phone);
    await advance(20_000);
    expect(alarmsTold()).toBe(1);
  });

  test("is raised by another tab when its own is killed", async () => {
    const other = await startApp(phone);
    await calledTwice();
    await app.tab.close();
    await advance(4_000);
    expect(alarmsTold()).toBe(1);
    expect(other.emergency()).toMatchObject({ alarms: 2 });
  });

  test("ends with the emergency", async () => {
    await calledTwice();
    await app.tab.close();
    const next = await startApp(phone);
    await next.controller.submitPin("lockScreen", ownPin, true);
    await advance(60_000);
    expect(alarmsTold()).toBe(0);
  });
});

test("an emergency that a killed page could not note is told with the time of its trigger, and a place of unknown age", async () => {
  const at = phone.clock.wallTime();
  const when = { timestamp: at, takenAt: phone.clock.runningTime() };
  app.tab.learnPlace({ fix: { latitude: 1, longitude: 2, accuracy: 3, ...when } });
  app.trigger();
  await advance(1_000);
  expect(phone.news).toMatchObject([{ what: "started", at, place: { ageMs: 0 } }]);
  await app.tab.close();
  phone.news.length = 0;
  await advance(600_000);
  await startApp(phone);
  await advance(0);
  expect(phone.news).toMatchObject([{ what: "started", at, place: { latitude: 1, ageMs: null } }]);
});

test("the message of a new call for help has the time of that call", async () => {
  app.trigger();
  await advance(1_000);
  phone.clock.sleep(86_400_000);
  app.trigger();
  expect(app.controller.messageText()).toContain(timeText(phone.clock.wallTime()));
});
