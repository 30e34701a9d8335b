/** Claims about the end of a session, by either code, on the real database with a server in memory. */
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { guardianTold } from "#store/guardians/guardian-told.ts";
import { sendOutbox } from "#sync/guardian-outbox.ts";
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

/** What the phone notes that the guardian was sent. */
const toldKinds = async () => (await guardianTold.read()).map(({ item }) => item.kind);

/** The kinds of what the guardian got: a request that was on its way may tell what the next session tells too. */
const kindsOnce = async () => [...new Set(await phone.sentKinds())];

const begin = async (count = 30) => {
  await phone.sessions().begin(count);
  await expect.poll(phone.isArmed).toBe(true);
};

describe("the own PIN", () => {
  test("stops the timer with its token, and nothing is left", async () => {
    await begin();
    await phone.sessions().end("own");
    await expect.poll(phone.session).toBeNull();
    expect(phone.line().timer?.state).toBe("stopped");
    expect(phone.line().sent).toEqual([]);
  });

  test("lets no request arm the timer that was given up and arrives later", async () => {
    await begin();
    phone.server.setNetwork("slow");
    await phone.sessions().extend();
    await phone.pass(5_000);
    phone.reconnect();
    await phone.sessions().end("own");
    await expect.poll(phone.session).toBeNull();
    phone.server.letThrough();
    await phone.pass(0);
    expect(phone.line().timer?.state).toBe("stopped");
    expect(phone.line().sent).toEqual([]);
  });

  test("outruns the first request, of which the server knows nothing yet", async () => {
    // It has asked for the time when the connection gets slow.
    phone.server.setNetwork("down");
    await phone.sessions().begin(30);
    await phone.pass(0);
    phone.reconnect();
    await expect.poll(() => phone.session()?.clock).not.toBeNull();
    await expect.poll(phone.isArmed).toBe(true);
    const [first] = phone.line().arms;
    phone.line().timer = null;
    await phone.sessions().end("own");
    await expect.poll(phone.session).toBeNull();
    expect(phone.line().timer).toMatchObject({ state: "stopped", stopHash: first?.stopHash });
    // Nobody is alerted if this device stops before it has stopped the timer that came first.
    const last = phone.line().arms.at(-1)?.item ?? { seq: 0, bytes: "" };
    expect(await openedOf(phone.line(), last)).toMatchObject({ kind: "ended" });
    expect(phone.line().sent).toEqual([]);
  });

  test("after the alert tells the guardian that it has ended, whatever this phone's clocks say", async () => {
    await begin(15);
    // The running clock stood still, and the wall clock was set back.
    phone.sleep(minutes(25));
    phone.clock.changeWallTime(-minutes(25));
    await phone.sessions().end("own");
    await expect.poll(() => phone.sentKinds()).toEqual(["overdue", "ended"]);
    await expect.poll(phone.session).toBeNull();
    await expect.poll(toldKinds).toEqual(["ended"]);
  });

  test("without a connection is told later, also after the app was killed", async () => {
    await begin();
    phone.server.setNetwork("down");
    await phone.sessions().end("own");
    await phone.pass(10_000);
    expect(phone.session()?.phase).toBe("ended");
    expect(phone.text()).toMatch(
      /^Not yet told the server\. Ana is alerted at .* unless this phone/,
    );
    phone.reopen();
    await phone.pass(10_000);
    expect(phone.session()?.phase).toBe("ended");
    phone.reconnect();
    await expect.poll(phone.session).toBeNull();
    expect(phone.server.stops()).toBe(1);
  });
});

describe("the public code", () => {
  test("sets it due now, and says that it was the public code", async () => {
    await begin();
    await phone.sessions().end("public");
    await expect.poll(phone.session).toBeNull();
    phone.server.tick();
    const [sent] = phone.line().sent;
    expect(await openedOf(phone.line(), sent ?? { seq: 0, bytes: "" })).toMatchObject({
      kind: "opened-with-public-code",
      place,
    });
    expect(phone.server.stops()).toBe(0);
  });

  test("is told besides where the session ran out before", async () => {
    await begin(15);
    phone.sleep(minutes(21));
    await phone.sessions().end("public");
    await expect.poll(phone.session).toBeNull();
    await expect.poll(() => phone.sentKinds()).toEqual(["overdue", "opened-with-public-code"]);
    await expect.poll(toldKinds).toEqual(["overdue", "opened-with-public-code"]);
  });

  test("without a connection lets the next session begin, and is told with it", async () => {
    await begin();
    phone.server.setNetwork("down");
    await phone.sessions().end("public");
    await phone.pass(0);
    const before = phone.session()?.id;
    await phone.sessions().begin(15);
    expect(phone.session()).toMatchObject({ phase: "running" });
    expect(phone.session()?.id).not.toBe(before);
    phone.reconnect();
    await expect.poll(phone.isArmed).toBe(true);
    await sendOutbox();
    expect(await kindsOnce()).toEqual(["opened-with-public-code"]);
  });

  test("answered only after the next session began leaves that one to be armed", async () => {
    await begin();
    let answer: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    let isAsked = false;
    vi.stubGlobal("fetch", async (path: string, init: RequestInit = {}) => {
      if (init.method === "PUT") {
        isAsked = true;
        await held;
      }
      return phone.server.fetch(path, init);
    });
    await phone.sessions().end("public");
    await expect.poll(() => isAsked).toBe(true);
    await phone.sessions().begin(15);
    answer();
    await expect.poll(phone.isArmed).toBe(true);
    await sendOutbox();
    expect(await kindsOnce()).toEqual(["opened-with-public-code"]);
    phone.sleep(minutes(21));
    expect((await phone.sentKinds()).at(-1)).toBe("overdue");
  });

  test("whose answer got lost alerts once", async () => {
    await begin();
    phone.server.setNetwork("answers lost");
    await phone.sessions().end("public");
    await phone.pass(5_000);
    phone.reconnect();
    await expect.poll(phone.session).toBeNull();
    await phone.pass(1_000);
    expect(await phone.sentKinds()).toEqual(["opened-with-public-code"]);
    expect(await toldKinds()).toEqual(["opened-with-public-code"]);
  });
});

test("a session that nobody would be alerted by does not begin", async () => {
  await storeGuardians([]);
  await phone.sessions().begin(15);
  expect(phone.session()).toBeNull();
});

test("an alert that the server says it has sent is noted as such, with its time, before the session ends", async () => {
  await begin(15);
  expect(await guardianTold.read()).toEqual([]);
  phone.sleep(minutes(25));
  phone.show();
  await phone.pass(0);
  await expect.poll(toldKinds).toEqual(["overdue"]);
  const at = phone.session()?.timers[0]?.held?.alertAt;
  expect(await guardianTold.read()).toMatchObject([{ guardian: "Ana", seq: -1, at }]);
});
