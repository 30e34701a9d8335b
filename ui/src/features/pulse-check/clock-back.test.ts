/** Claims about sessions of a phone whose clock, from which their numbers begin, was set back, with a server in memory. */
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { sendOutbox } from "#sync/guardian-outbox.ts";
import { minutes, type SessionPhone, sessionPhone } from "#test/session-phone.ts";

const hour = minutes(60);
let phone: SessionPhone;

beforeEach(async () => {
  phone = await sessionPhone(["Ana"]);
});
afterEach(() => {
  phone.close();
  vi.unstubAllGlobals();
});

const begin = async () => {
  await phone.sessions().begin(15);
  await expect.poll(phone.isArmed).toBe(true);
};
const end = async (code: "own" | "public") => {
  await phone.sessions().end(code);
  await expect.poll(phone.session).toBeNull();
};

describe("after the end of a session", () => {
  beforeEach(async () => {
    await begin();
    await end("own");
    phone.clock.changeWallTime(-hour);
  });

  test("the next one is armed, and alerts", async () => {
    await begin();
    phone.sleep(minutes(21));
    expect(await phone.sentKinds()).toEqual(["overdue"]);
  });

  test("the next one is armed on another day too, and by a page that was opened anew", async () => {
    phone.clock.changeWallTime(-24 * hour);
    phone.reopen(true);
    await begin();
    await end("own");
    phone.sleep(minutes(21));
    expect(await phone.sentKinds()).toEqual([]);
  });

  test("the public code in the next one is told", async () => {
    await begin();
    await end("public");
    expect(await phone.sentKinds()).toEqual(["opened-with-public-code"]);
  });

  test("the public code is told where the server was not asked before", async () => {
    phone.server.setNetwork("down");
    await phone.sessions().begin(15);
    await phone.sessions().end("public");
    await phone.pass(0);
    expect(phone.session()).toMatchObject({ phase: "surrendered", clock: null });
    phone.reconnect();
    await expect.poll(phone.session).toBeNull();
    await expect.poll(() => sendOutbox()).toBe(true);
    expect(await phone.sentKinds()).toEqual(["opened-with-public-code"]);
  });

  test("a late request of that session takes the place of no timer of the next one", async () => {
    const [early] = phone.line().arms;
    await begin();
    const late = new Headers({ Authorization: `Bearer ${phone.line().pair.guardian.owner}` });
    const body = JSON.stringify(early);
    const answer = await phone.server.fetch("", { method: "PUT", headers: late, body });
    expect(answer.status).toBe(409);
    expect(phone.isArmed()).toBe(true);
  });

  test("no session is said to be armed by a server that does not say what to exceed, and the public code is told", async () => {
    phone.server.beOlder();
    await phone.sessions().begin(15);
    await expect.poll(phone.text).toBe("Not confirmed yet by the server.");
    await phone.pass(5_000);
    expect(phone.text()).toBe("Not confirmed yet by the server.");
    await end("public");
    await expect.poll(() => sendOutbox()).toBe(true);
    expect(await phone.sentKinds()).toEqual(["opened-with-public-code"]);
  });
});

describe("during a session", () => {
  beforeEach(async () => {
    await begin();
    phone.clock.changeWallTime(-hour);
  });

  test("that session is extended, and the next one is armed", async () => {
    await phone.sessions().extend();
    await expect.poll(phone.isArmed).toBe(true);
    expect(phone.line().timer?.dueAt).toBe((phone.serverNow() + minutes(35)) / 1_000);
    await end("own");
    await begin();
    expect(await phone.sentKinds()).toEqual([]);
  });

  test("the public code is told, and the next one is armed", async () => {
    await end("public");
    expect(await phone.sentKinds()).toEqual(["opened-with-public-code"]);
    await begin();
    phone.sleep(minutes(21));
    expect(await phone.sentKinds()).toEqual(["opened-with-public-code", "overdue"]);
  });
});
