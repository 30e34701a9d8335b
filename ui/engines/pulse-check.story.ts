/** A session in every engine: armed, answered when its time is up, and not ended in time. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { ownPin } from "../e2e/phone.ts";
import { startServer, type TestServer } from "../e2e/server.ts";
import type { Push } from "./browser.ts";
import { lacks, startPush } from "./engine.ts";
import { linkPhones } from "./linked.ts";
import { openPage } from "./pages.ts";
import { passingTime, passTime, timersLaterThan, timersRunOut } from "./passing-time.ts";
import { type Phone, patience } from "./phone.ts";

let server: TestServer;
let push: Push | null;

beforeAll(async () => {
  push = await startPush();
  server = await startServer({
    RATE_LIMITS: "off",
    ...(push !== null && { PUSH_HOSTS: push.hosts }),
  });
});
afterAll(async () => {
  await server.stop();
  push?.stop();
});

/** Waits until her screen says of the session, after the code, what is true: without Push nobody is promised to hear of it. */
async function untilArmed(her: Phone): Promise<void> {
  await her.press("Details");
  await her.fill("Security code", ownPin);
  await her.press("Verify Code");
  await her.see(
    lacks.push
      ? "Nobody is alerted. No notification can be sent to Ben now."
      : /If this session is not ended by .*, Ben is alerted at .*\. Confirmed /,
  );
  // The alert is to come after the end, five minutes later.
  await expect.poll(() => timersLaterThan(server, 16), patience).toBe(1);
}

test("a session that is answered once and then not ended alerts a guardian, though the phone is gone, until its own PIN", async () => {
  const { her, his } = await linkPhones(server.origin, push, { scripts: [passingTime] });
  // Before that the server does not know where his phone gets notifications.
  if (!lacks.push) await her.see("Test notification: arrived on Ben's phone.");
  await openPage(her, "/app");
  await her.press("Start session");
  await her.press("15 min");
  await untilArmed(her);

  await passTime(her, 16);
  await openPage(her, "/app");
  await her.see("Session over since");
  await expect.poll(() => timersLaterThan(server, 16), patience).toBe(0);
  await her.press("15 min more");
  await untilArmed(her);
  await his.seeNot("Mia did not end a session in time");

  await her.kill();
  timersRunOut(server);
  await his.see("Mia did not end a session in time");

  await her.start();
  await openPage(her, "/app");
  await her.press("End session");
  await her.fill("Security code", ownPin);
  await her.press("Verify Code");
  await his.see("Ended with Mia's own PIN");
});
