/** Claims about sessions with a guardian whose link is not found, which nothing proves, on the real database with a server in memory. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { guardianOutbox } from "#store/guardians/guardian-outbox.ts";
import { minutes, type SessionPhone, sessionPhone } from "#test/session-phone.ts";
import { begun, next, type SessionEvent } from "./machine.ts";
import type { Session } from "./machine-state.ts";
import { sessionText } from "./session-message.ts";

const [BEN, CLEO] = [0, 1];
let phone: SessionPhone;

beforeEach(async () => {
  phone = await sessionPhone(["Ben", "Cleo"]);
});
afterEach(() => {
  phone.close();
  vi.unstubAllGlobals();
});

const isArmedFor = (index: number) => phone.line(index).timer?.state === "armed";
const begin = async () => {
  await phone.sessions().begin(15);
  await expect.poll(() => isArmedFor(CLEO)).toBe(true);
};
const isMissing = () => phone.session()?.timers[BEN]?.isMissing;

test("one whose link was never found keeps no session from its end, and the next one from beginning", async () => {
  phone.line(BEN).isMissing = true;
  await begin();
  // The answers about both come in any order.
  await expect
    .poll(phone.text)
    .toMatch(/Cleo is alerted at .*\. Not armed for Ben: the link does not answer\.$/);
  await phone.sessions().end("own");
  await expect.poll(phone.session).toBeNull();
  expect(phone.line(CLEO).timer?.state).toBe("stopped");
  await phone.pass(60_000);
  await begin();
  expect(phone.session()?.phase).toBe("running");
});

test("one whose timer the server held may be alerted until its time is over, and the person is told so", async () => {
  await begin();
  await expect.poll(phone.isArmed).toBe(true);
  phone.line(BEN).isMissing = true;
  await phone.pass(61_000);
  await expect.poll(isMissing).toBe(true);
  expect(phone.text()).toMatch(/ Ben may be alerted at \d\d:20: the link does not answer\.$/);
  await phone.sessions().end("own");
  await expect.poll(() => phone.line(CLEO).timer?.state).toBe("stopped");
  await phone.pass(10_000);
  expect(phone.session()?.phase).toBe("ended");
  expect(phone.text()).toMatch(
    /^Not yet told the server\. Ben may be alerted at \d\d:20: the link does not answer\.$/,
  );
  phone.sleep(minutes(20));
  await phone.pass(5_000);
  await expect.poll(phone.session).toBeNull();
  // He may have been alerted all the same: he hears of the end as soon as his link answers.
  expect(await guardianOutbox.read()).toMatchObject([{ guardian: "Ben", item: { kind: "ended" } }]);
});

test("one whose link answers again is stopped in time", async () => {
  await begin();
  await expect.poll(phone.isArmed).toBe(true);
  phone.line(BEN).isMissing = true;
  await phone.sessions().end("own");
  await phone.pass(10_000);
  expect(phone.session()?.phase).toBe("ended");
  phone.line(BEN).isMissing = false;
  await phone.pass(5_000);
  await expect.poll(phone.session).toBeNull();
  expect(phone.line(BEN).timer?.state).toBe("stopped");
});

test("the public code is told over the queue, once the timer cannot alert any more", async () => {
  await begin();
  await expect.poll(phone.isArmed).toBe(true);
  phone.line(BEN).isMissing = true;
  await phone.sessions().end("public");
  await phone.pass(10_000);
  expect(phone.session()?.phase).toBe("surrendered");
  await expect.poll(() => phone.sentKinds(CLEO)).toEqual(["opened-with-public-code"]);
  phone.sleep(minutes(25));
  await phone.pass(5_000);
  await expect.poll(phone.session).toBeNull();
  const item = { kind: "opened-with-public-code" };
  expect(await guardianOutbox.read()).toMatchObject([{ guardian: "Ben", item }]);
  expect(await phone.sentKinds(CLEO)).toEqual(["opened-with-public-code"]);
});

test("one whose link is lost before the session is extended may be alerted at the earlier time", () => {
  const began = new Date(2026, 10, 21, 21, 0).getTime();
  const at = (ms: number) => ({ wall: began + ms, running: ms });
  const alertAt = began + minutes(20);
  const armed = (guardian: string, until: number, generation: number): SessionEvent[] => [
    { type: "tried", guardian },
    {
      ...{ type: "armed", guardian, hasPush: true, server: began, at: at(0) },
      timer: { alertAt: until, hasFired: false, generation },
    },
  ];
  const those = [
    { guardian: "b", name: "Ben", stop: "1" },
    { guardian: "c", name: "Cleo", stop: "2" },
  ];
  const session = [
    ...armed("b", alertAt, 1),
    ...armed("c", alertAt, 1),
    { type: "extended", at: at(0) } as const,
    { type: "missing", guardian: "b" } as const,
    ...armed("c", alertAt + minutes(15), 2),
  ].reduce((now, event) => next(now, event) as Session, begun("s", minutes(15), those, at(0)));
  expect(sessionText(session, at(0))).toContain("Ben may be alerted at 21:20");
});
