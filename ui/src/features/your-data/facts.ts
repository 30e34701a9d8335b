/** What is kept of an order, in words. */
import type { HeldOrder } from "#wire/pages.ts";

const statuses: Readonly<Record<string, string>> = {
  pending: "not finished; deleted after about a day, unless a payment arrives",
  paid: "paid",
  canceled: "canceled",
  refunded: "refunded",
  disputed: "disputed",
};

/** What the order is to the person whose address it has. */
export function kindText(order: Pick<HeldOrder, "kind" | "buyerEmail" | "status">): string {
  const isBegun = order.status === "pending";
  if (order.kind === "gift_redemption") return "A gift that you redeemed";
  if (order.kind === "own_use") return isBegun ? "A purchase that you began" : "Your purchase";
  if (order.buyerEmail === null) return "A gift for this address";
  return isBegun ? "A gift that you began to buy" : "A gift that you bought";
}

/** How far the payment is; null for a redeemed gift, which somebody else paid for. */
export function statusText(order: Pick<HeldOrder, "kind" | "status">): string | null {
  return order.kind === "gift_redemption" ? null : (statuses[order.status] ?? order.status);
}

/** The day on which the order began, in UTC, such as "2026-11-22". */
export function dayOf(order: Pick<HeldOrder, "createdAt">): string {
  return order.createdAt.slice(0, 10);
}
