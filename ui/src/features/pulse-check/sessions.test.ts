/** Claims about what the server is told of a session, on the real database with a server in memory. */
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { sessionLimits } from "#content/guardian-limits.ts";
import { sessionRecord } from "#store/emergency/session.ts";
import { openedOf } from "#test/fake-timers.ts";
import { storeGuardians } from "#test/link-pair.ts";
import { minutes, place, type SessionPhone, sessionPhone } from "#test/session-phone.ts";

let phone: SessionPhone;

beforeEach(async () => {
  phone = await sessionPhone(["Ana"]);
});
afterEach(() => {
  phone.close();
  vi.unstubAllGlobals();
});

const begin = async (count = 30) => {
  await phone.sessions().begin(count);
  await expect.poll(phone.isArmed).toBe(true);
};

test("a session is armed for the server's time, with the place, sealed for the guardian", async () => {
  await begin();
  expect(phone.line().timer?.dueAt).toBe((phone.serverNow() + minutes(35)) / 1_000);
  const item = phone.line().arms[0]?.item ?? { seq: 0, bytes: "" };
  expect(await openedOf(phone.line(), item)).toMatchObject({ kind: "overdue", place });
});

test("it is renewed each minute with another item, and its time is not sent again", async () => {
  await begin();
  const dueAt = phone.line().timer?.dueAt;
  for (const count of [2, 3]) {
    await phone.pass(60_000);
    await expect.poll(() => phone.line().arms.length).toBe(count);
  }
  expect(phone.line().timer?.dueAt).toBe(dueAt);
  const [, ...renewals] = phone.line().arms;
  for (const body of renewals) expect(body.dueAt ?? body.inSeconds).toBeUndefined();
  expect(new Set(phone.line().arms.map(({ item }) => item.seq)).size).toBe(3);
});

test("without a connection it is not armed, and is as soon as there is one, for the time that was chosen", async () => {
  phone.server.setNetwork("down");
  const due = phone.serverNow() + minutes(20);
  await phone.sessions().begin(15);
  await phone.pass(10_000);
  expect(phone.isArmed()).toBe(false);
  expect(phone.text()).toBe("Not armed yet: the server has not answered. Nobody is alerted.");
  phone.reconnect();
  await expect.poll(phone.isArmed).toBe(true);
  expect(phone.line().timer?.dueAt).toBe(due / 1_000);
});

test("what the server may have heard is not called unarmed", async () => {
  await begin();
  phone.server.setNetwork("answers lost");
  await phone.sessions().extend();
  await phone.pass(10_000);
  expect(phone.text()).toMatch(/^The new time is not confirmed yet\. Ana is alerted at/);
  phone.reconnect();
  await expect.poll(phone.isArmed).toBe(true);
  expect(phone.line().timer?.dueAt).toBe((phone.serverNow() - 10_000 + minutes(50)) / 1_000);
});

test("an extension is told at once", async () => {
  await begin();
  await phone.sessions().extend();
  await expect.poll(phone.isArmed).toBe(true);
  expect(phone.line().timer?.dueAt).toBe((phone.serverNow() + minutes(50)) / 1_000);
});

describe("a phone that slept", () => {
  test("does not move the time: 25 minutes in, 20 slept, the alert comes 10 minutes later", async () => {
    await begin();
    const dueAt = phone.line().timer?.dueAt;
    phone.clock.freeze(minutes(5));
    phone.sleep(minutes(20));
    phone.show();
    await phone.pass(61_000);
    await expect.poll(() => phone.line().arms.length).toBeGreaterThan(1);
    expect(phone.line().timer?.dueAt).toBe(dueAt);
    await expect.poll(phone.isArmed).toBe(true);
    expect(phone.text()).toMatch(
      /^If this session is not ended by \d\d:30, Ana is alerted at \d\d:35/,
    );
  });

  test("over the alert arms no second one, and says that it was sent", async () => {
    await begin(15);
    phone.sleep(minutes(40));
    phone.show();
    await expect.poll(() => phone.session()?.timers[0]?.held?.hasFired).toBe(true);
    await phone.sessions().extend();
    await phone.pass(120_000);
    expect(phone.text()).toMatch(/^The alert to Ana was sent at \d\d:20\.$/);
    expect(phone.line().timer?.state).toBe("fired");
    expect(phone.line().sent).toHaveLength(1);
  });

  test("and extends before it asked, arms nothing after the alert", async () => {
    await begin(15);
    phone.sleep(minutes(40));
    phone.server.setNetwork("down");
    await phone.sessions().extend();
    phone.reconnect();
    await expect.poll(() => phone.session()?.timers[0]?.held?.hasFired).toBe(true);
    expect(phone.line().timer?.state).toBe("fired");
    expect(phone.line().sent).toHaveLength(1);
  });
});

test("after a reload the server's time counts, whatever this phone's clocks say", async () => {
  await begin();
  const dueAt = phone.line().timer?.dueAt ?? 0;
  phone.clock.changeWallTime(-minutes(20));
  phone.reopen();
  await expect.poll(() => phone.session()?.clock?.at.wall).toBe(phone.clock.wallTime());
  await phone.pass(61_000);
  await expect.poll(() => phone.line().arms.length).toBe(2);
  expect(phone.line().timer?.dueAt).toBe(dueAt);
  expect(phone.isArmed()).toBe(true);
});

test("a session of an earlier release goes on by the server's time, and can be ended", async () => {
  await begin();
  const [timer] = phone.session()?.timers ?? [];
  if (timer === undefined) throw new Error("No timer");
  const { guardian, name, stop: token, generation } = timer;
  const old = { guardian, name, stop: token, generation, alertAt: 5, confirmedAt: 5, confirmed: 0 };
  phone.close();
  const stored = { id: "s1", phase: "running", dueAt: phone.clock.wallTime() + 60_000, change: 0 };
  const record = { ...stored, isSurrendered: false, timers: [{ ...old, isSettled: false }] };
  await sessionRecord.change(() => ({ keep: record as never, answer: undefined }));
  const { dueAt } = phone.line().timer ?? {};
  phone.reopen();
  await expect.poll(phone.isArmed).toBe(true);
  expect(phone.line().timer?.dueAt).toBe(dueAt);
  await phone.sessions().end("own");
  await expect.poll(phone.session).toBeNull();
  expect(phone.line().timer?.state).toBe("stopped");
});

describe("no timer runs without a session:", () => {
  test("none before one begins, and none after its end", async () => {
    await phone.pass(0);
    expect(phone.session()).toBeNull();
    expect(phone.clock.waiting()).toBe(0);
    await begin();
    expect(phone.clock.waiting()).toBe(1);
    await phone.sessions().end("own");
    await expect.poll(phone.session).toBeNull();
    expect(phone.clock.waiting()).toBe(0);
  });

  test("one that another tab began is tried again here too", async () => {
    await phone.pass(0);
    const change = { ms: minutes(30), from: { wall: phone.clock.wallTime(), running: 0 } };
    await sessionRecord.change(() => ({
      keep: {
        ...{ id: "s9", phase: "running", dueAt: null, clock: null },
        ...{ changes: [change], timers: [] },
      },
      answer: null,
    }));
    await expect.poll(phone.clock.waiting).toBe(1);
  });

  test("a session that could not be read is looked for again, until the page is left", async () => {
    await begin();
    phone.close();
    vi.spyOn(sessionRecord, "read").mockRejectedValueOnce(new Error("The disk is busy."));
    phone.reopen();
    await phone.pass(0);
    expect(phone.session()).toBeUndefined();
    await phone.pass(sessionLimits.retryMs);
    await expect.poll(phone.session).toMatchObject({ phase: "running" });
    phone.close();
    await phone.pass(0);
    expect(phone.clock.waiting()).toBe(0);
  });
});

describe("a guardian who cannot be alerted", () => {
  test("is not named as one who is", async () => {
    phone.line().push = "none";
    await phone.sessions().begin(30);
    await expect.poll(() => phone.session()?.timers[0]?.loss).toBe("unreachable");
    expect(phone.text()).toBe("Nobody is alerted. No notification can be sent to Ana now.");
  });

  test("because pushes fail makes the session lost until they do not", async () => {
    await begin();
    phone.line().push = "broken";
    await phone.pass(61_000);
    await expect.poll(() => phone.session()?.timers[0]?.loss).toBe("unreachable");
    expect(phone.session()?.timers[0]?.isLossKnown).toBe(false);
    await phone.sessions().acknowledge();
    expect(phone.session()?.timers[0]?.isLossKnown).toBe(true);
    phone.line().push = "works";
    phone.show();
    await expect.poll(phone.isArmed).toBe(true);
  });

  test("because the link has ended is never forgotten in silence", async () => {
    await begin();
    phone.server.endLink(phone.line());
    phone.show();
    await expect.poll(() => phone.session()?.timers[0]?.loss).toBe("left");
    expect(phone.text()).toBe("Nobody is alerted. Ana is no longer linked.");
    phone.reopen();
    await expect.poll(() => phone.session()?.timers[0]?.loss).toBe("left");
    await phone.sessions().acknowledge();
    await expect.poll(phone.session).toBeNull();
  });

  test("because the person removed the link is not alerted by what the server still holds", async () => {
    await begin();
    await storeGuardians([]);
    phone.show();
    await expect.poll(() => phone.session()?.timers[0]?.loss).toBe("left");
    expect(phone.line().timer?.state).toBe("stopped");
  });
});
