/** Sessions: a guardian is alerted when one is not ended in time, whatever happened to the phone. */
import { afterEach, beforeEach, expect, test } from "vitest";
import { type GuardedPhones, openHome, startGuarded } from "./guardian-phones.ts";
import { demoPin, ownPin, patience } from "./phone.ts";
import { browserOf, openReference } from "./reference.ts";

let phones: GuardedPhones;

/** How long sessions last in a test: the shortest that the screen offers takes a quarter of an hour. */
let lastsSeconds = 8;
/** When the server was asked for the first timer. */
let askedAt = 0;

beforeEach(async () => {
  phones = await startGuarded();
  const { her, server } = phones;
  await openHome(her.page, server.origin);
  await her.page.goto(`${server.origin}/app`);
  askedAt = 0;
  lastsSeconds = 8;
  await her.context.route("**/api/watches/timer", async (route) => {
    const request = route.request();
    if (request.method() !== "PUT") return route.continue();
    askedAt ||= performance.now();
    const body = request.postDataJSON() as { dueAt?: number };
    if (body.dueAt === undefined) return route.continue();
    const { dueAt } = body;
    const shorter = { dueAt: undefined, inSeconds: lastsSeconds, graceSeconds: 0 };
    const response = await route.fetch({ postData: JSON.stringify({ ...body, ...shorter }) });
    // The page goes on with the time that it asked for.
    return route.fulfill({ response, json: { ...(await response.json()), dueAt } });
  });
}, 120_000);
afterEach(() => phones.stop(), 60_000);

const titles = () => phones.his.notifications().map(({ title }) => title);

/** What the card says of a session that the server has. */
const saved = /^Session until [^.]+\.$/;

/** Starts a session, and waits until the server has it. */
async function startSession(): Promise<void> {
  const { page } = phones.her;
  await page.getByRole("button", { name: "Start session" }).click();
  await page.getByRole("button", { name: "15 min", exact: true }).click();
  await page.getByText(saved).waitFor(patience);
}

/** Presses a button of the card that asks for the code, and types it. */
async function withCode(name: string, pin: string, page = phones.her.page): Promise<void> {
  await page.getByRole("button", { name }).click();
  await page.getByLabel("Security code").fill(pin);
  await page.getByRole("button", { name: "Verify Code" }).click();
}

/** Ends it with a code. */
const endSession = (pin: string) => withCode("End session", pin);

test("a session whose phone is destroyed alerts the guardian within 50 taps of a plain page after it was due, once", async () => {
  const { her, his, push } = phones;
  const reference = await openReference(browserOf(his), phones.server.origin);
  await his.leave();
  const { result: late, tap } = await reference.beside(async () => {
    await startSession();
    await her.kill();
    await expect
      .poll(titles, { timeout: 30_000, interval: 100 })
      .toEqual(["Mia did not come back in time"]);
    return performance.now() - askedAt - lastsSeconds * 1_000;
  });
  await reference.close();
  expect(late).toBeGreaterThanOrEqual(-1_000);
  expect(late / tap).toBeLessThan(50);
  await phones.reopen();
  expect(push.accepted).toHaveLength(1);
});

test("a session that is ended with the own PIN alerts nobody", async () => {
  const { her, push } = phones;
  // Long enough for a person to end it.
  lastsSeconds = 20;
  await startSession();
  const stopped = her.page.waitForResponse(
    (response) => response.request().method() === "DELETE" && response.status() === 200,
  );
  await endSession(ownPin);
  await stopped;
  await her.page.getByRole("button", { name: "Start session" }).waitFor(patience);
  // A message that is sent after the session was due, and after a stopped timer would have fired.
  await expect
    .poll(() => performance.now() - askedAt, { timeout: 60_000 })
    .toBeGreaterThan((lastsSeconds + 3) * 1_000);
  await openHome(her.page, phones.server.origin);
  await her.page.getByRole("button", { name: "TEST EMERGENCY" }).click();
  await expect.poll(titles, patience).toEqual(["Test from Mia"]);
  expect(push.accepted).toHaveLength(1);
});

test("the public code seems to end a session, and alerts the guardian at once", async () => {
  const { her } = phones;
  lastsSeconds = 30;
  await startSession();
  await endSession(demoPin);
  await her.page.getByRole("button", { name: "Start session" }).waitFor(patience);
  await expect.poll(titles, patience).toEqual(["Treat as danger: Mia"]);
});

test("a session survives a reload and a kill of the app", async () => {
  const { her, server } = phones;
  await her.context.unroute("**/api/watches/timer");
  await startSession();
  await her.page.reload();
  await her.page.getByText(/^Session until /).waitFor(patience);
  await her.kill();
  const again = await phones.reopen();
  await again.page.goto(`${server.origin}/app`);
  await again.page.getByText(/^Session until /).waitFor(patience);
  await again.page.getByRole("button", { name: "15 min more" }).click();
  await again.page.getByText(saved).waitFor(patience);
  await withCode("Details", ownPin, again.page);
  await again.page.getByText(/^If this session is not ended by .* Confirmed /).waitFor(patience);
});
