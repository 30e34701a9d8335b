/** What is kept about the address of a link: shown, as a file, and to be deleted. */
import { Button } from "#components/button.tsx";
import { Panel } from "#components/layout/card.tsx";
import layoutClasses from "#components/layout/layout.module.css";
import { NarrowPage } from "#components/layout/page.tsx";
import * as paths from "#content/paths.ts";
import type { HeldOrder } from "#wire/pages.ts";
import classes from "./held-data.module.css";

type HeldDataProps = { readonly token: string; readonly orders: readonly HeldOrder[] };

/** The forms are posted by the browser; the token is their only field. */
export function HeldData({ token, orders }: HeldDataProps) {
  return (
    <NarrowPage
      title="What we keep about your address"
      lead="This is all that we can show for your address. Copies of contacts, and what goes to guardians, are sealed, so they are not shown."
    >
      {orders.map((order) => (
        <OrderPanel key={`${order.kind} ${order.createdAt} ${order.payment}`} order={order} />
      ))}
      <Panel title="Keep a copy">
        <p>The file has the same in full, as text (JSON).</p>
        <form className={layoutClasses.wide} method="post" action={paths.yourDataFile}>
          <input type="hidden" name="token" value={token} />
          <Button type="submit" tone="secondary">
            Download the file
          </Button>
        </form>
      </Panel>
      <ErasurePanel token={token} />
    </NarrowPage>
  );
}

function OrderPanel({ order }: { readonly order: HeldOrder }) {
  const facts: readonly (readonly [name: string, value: string | null])[] = [
    ["Date", dayOf(order)],
    ["Payment", statusText(order)],
    ["Reference", order.payment],
    ["Your address", order.buyerEmail],
    ["Gift for", order.recipientEmail],
    ["Your message", order.personalMessage],
    ["Devices", order.devices === 0 ? null : String(order.devices)],
  ];
  return (
    <Panel title={kindText(order)}>
      <dl className={classes.facts}>
        {facts.map(
          ([name, value]) =>
            value !== null && (
              <div key={name} className={classes.fact}>
                <dt>{name}</dt>
                <dd className={classes.message}>{value}</dd>
              </div>
            ),
        )}
      </dl>
    </Panel>
  );
}

function ErasurePanel({ token }: { readonly token: string }) {
  return (
    <Panel title="Delete all of it">
      <p>This cannot be undone. You lose:</p>
      <ul className={classes.list}>
        <li>
          your access, on all devices: nobody can get the app again with this address. This clears
          no phone that has it.
        </li>
        <li>the sealed copies of the contacts of these devices</li>
        <li>
          your way back to gift links that you bought, and what was written with a gift for this
          address. A link that was passed on still works.
        </li>
      </ul>
      <p>
        An order that you can still pay stays for about a day, without your address. This way a
        payment that is on its way is not lost.
      </p>
      <p>
        A payment's reference, amount and dates stay, because we must keep accounts. They no longer
        name you. Stripe and your bank keep their own records.
      </p>
      <form className={layoutClasses.wide} method="post" action={paths.yourDataErasure}>
        <input type="hidden" name="token" value={token} />
        <label className={classes.sure}>
          <input type="checkbox" name="sure" required />I understand
        </label>
        <Button type="submit" tone="danger">
          Delete everything
        </Button>
      </form>
    </Panel>
  );
}

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
