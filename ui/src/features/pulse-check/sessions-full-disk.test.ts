/** Claims about the end of a session on a disk that takes nothing more, by either code. */
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type SessionPhone, sessionPhone } from "#test/session-phone.ts";

let phone: SessionPhone;

beforeEach(async () => {
  phone = await sessionPhone(["Ana"]);
  await phone.sessions().begin(30);
  await expect.poll(phone.isArmed).toBe(true);
});
afterEach(() => {
  phone.close();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe("on a full disk", () => {
  const fill = () =>
    vi.spyOn(IDBObjectStore.prototype, "put").mockImplementation(() => {
      throw new DOMException("full", "QuotaExceededError");
    });
  test("the own PIN stops the timer all the same", async () => {
    fill();
    await phone.sessions().end("own");
    await expect.poll(() => phone.line().timer?.state).toBe("stopped");
    await expect.poll(phone.session).toBeNull();
    expect(phone.line().sent).toEqual([]);
  });

  test("the public code alerts the guardian all the same, and seems to end the session", async () => {
    fill();
    await phone.sessions().end("public");
    const kinds = async () => [...new Set(await phone.sentKinds())];
    await expect.poll(kinds).toEqual(["opened-with-public-code"]);
    expect(phone.session()?.phase).not.toBe("running");
  });
});
