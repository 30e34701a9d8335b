/** Claims about how long the address typed before checkout is kept. */
import { beforeEach, expect, test, vi } from "vitest";
import { pendingPurchaseRecord } from "./gift-records.ts";
import {
  clearPurchaseEmail,
  clearTypedAddresses,
  forgetOldPurchaseEmail,
  readPurchaseEmail,
  writePurchaseEmail,
} from "./purchase-email.ts";

const typedAt = Date.UTC(2026, 10, 27, 12);
const hourMs = 3_600_000;

const visitAfter = (ms: number) => {
  vi.setSystemTime(typedAt + ms);
  forgetOldPurchaseEmail();
};

beforeEach(() => {
  vi.useFakeTimers({ now: typedAt, toFake: ["Date"] });
});

test("it is kept for a day", () => {
  expect(writePurchaseEmail("a@b.co")).toBe(true);
  visitAfter(23 * hourMs);
  expect(readPurchaseEmail()).toBe("a@b.co");
});

test("it is not shown after a day, and the next visit removes it", () => {
  writePurchaseEmail("a@b.co");
  vi.setSystemTime(typedAt + 25 * hourMs);
  expect(readPurchaseEmail()).toBeNull();
  visitAfter(25 * hourMs);
  expect(localStorage).toHaveLength(0);
});

test("a clock that was set back a little keeps it, one that was far ahead does not", () => {
  writePurchaseEmail("a@b.co");
  visitAfter(-hourMs);
  expect(readPurchaseEmail()).toBe("a@b.co");
  visitAfter(-25 * hourMs);
  expect(localStorage).toHaveLength(0);
});

test.each(["", "soon"])("it is forgotten without a time that can be read (%j)", (time) => {
  localStorage.setItem("silentPartnerPurchaseEmail", "a@b.co");
  if (time !== "") localStorage.setItem("silentPartnerPurchaseEmailAt", time);
  expect(readPurchaseEmail()).toBeNull();
  visitAfter(0);
  expect(localStorage).toHaveLength(0);
});

test("typed again, it is kept from then on; removed, nothing is left", () => {
  writePurchaseEmail("a@b.co");
  vi.setSystemTime(typedAt + 20 * hourMs);
  writePurchaseEmail("c@d.co");
  visitAfter(40 * hourMs);
  expect(readPurchaseEmail()).toBe("c@d.co");
  clearPurchaseEmail();
  expect(localStorage).toHaveLength(0);
});

test("a quick exit leaves neither it nor what was typed for a gift", () => {
  writePurchaseEmail("a@b.co");
  pendingPurchaseRecord.write({
    type: "gift",
    buyerEmail: "a@b.co",
    recipientEmail: "f@b.co",
    personalMessage: "Hi",
    timestamp: typedAt,
  });
  clearTypedAddresses();
  expect([localStorage.length, sessionStorage.length]).toEqual([0, 0]);
});
