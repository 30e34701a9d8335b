import { describe, expect, it } from "vitest";
import { dayOf, kindText, statusText } from "./held-data.tsx";

describe("what is kept of an order", () => {
  it("is named from the side of the person whose address it has", () => {
    const named = [
      ["own_use", "a@b.co"],
      ["gift", "a@b.co"],
      ["gift", null],
      ["gift_redemption", "a@b.co"],
    ] as const;
    const namesOf = (status: string) =>
      named.map(([kind, buyerEmail]) => kindText({ kind, buyerEmail, status }));
    expect(namesOf("paid")).toEqual([
      "Your purchase",
      "A gift that you bought",
      "A gift for this address",
      "A gift that you redeemed",
    ]);
    // What nobody paid for is no purchase yet.
    expect(namesOf("pending").slice(0, 2)).toEqual([
      "A purchase that you began",
      "A gift that you began to buy",
    ]);
  });

  it("says of an attempt that was given up that it goes away by itself", () => {
    const text = statusText({ kind: "own_use", status: "pending" });
    expect(text).toBe("not finished; deleted after about a day, unless a payment arrives");
  });

  it("says how far the payment is, and nothing where somebody else paid", () => {
    expect(statusText({ kind: "own_use", status: "paid" })).toBe("paid");
    expect(statusText({ kind: "gift", status: "later" })).toBe("later");
    expect(statusText({ kind: "gift_redemption", status: "paid" })).toBeNull();
  });

  it("has the day on which it began", () => {
    expect(dayOf({ createdAt: "2026-11-22T05:00:00.000Z" })).toBe("2026-11-22");
  });
});
