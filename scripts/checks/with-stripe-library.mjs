/** Talks to the sandbox with Stripe's own Node library, and signs events with it: ends with `N passed, N failed`. Run by with-stripe-library.py. */
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const [, , folder, base, secretKey, webhookSecret] = process.argv;
const require = createRequire(`${folder}/package.json`);
const { default: Stripe } = await import(pathToFileURL(require.resolve("stripe")).href);

let passed = 0;
let failed = 0;
function check(claim, isTrue, detail = "") {
  if (isTrue) passed += 1;
  else failed += 1;
  console.log(`${isTrue ? "ok  " : "FAIL"} ${claim}${isTrue ? "" : `: ${detail}`}`);
}

const url = new URL(base);
// The library cannot add a path before `/v1`, so its requests are given one on the way.
const client = new Stripe(secretKey, {
  maxNetworkRetries: 0,
  httpClient: Stripe.createFetchHttpClient((address, init) => {
    const asked = new URL(address);
    return fetch(`${url.origin}/_sandbox/stripe${asked.pathname}${asked.search}`, init);
  }),
});

async function begin(email) {
  const response = await fetch(`${url.origin}/api/create-payment-intent`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email }),
  });
  const cookie = response.headers.get("set-cookie").split(";")[0];
  const { clientSecret } = await response.json();
  return { cookie, clientSecret, id: clientSecret.split("_secret_")[0] };
}

async function hasAccess(cookie) {
  const response = await fetch(`${url.origin}/api/access`, { headers: { cookie } });
  return (await response.json()).access;
}

async function send(payload, secret = webhookSecret, timestamp = Math.floor(Date.now() / 1000)) {
  const header = client.webhooks.generateTestHeaderString({ payload, secret, timestamp });
  const response = await fetch(`${url.origin}/api/webhooks/stripe`, {
    method: "POST",
    headers: { "stripe-signature": header, "content-type": "application/json" },
    body: payload,
  });
  return response.status;
}

const event = (type, object) =>
  JSON.stringify(
    {
      id: `evt_${Math.random().toString(36).slice(2)}`,
      object: "event",
      api_version: "2026-09-30.endive",
      created: 1,
      type,
      livemode: false,
      pending_webhooks: 1,
      data: { object },
    },
    null,
    2,
  );

const begun = await begin("ann@example.com");
const intent = await client.paymentIntents.retrieve(begun.id);
check(
  "the library reads an intent",
  intent.object === "payment_intent" && intent.amount === 999 && intent.currency === "usd",
  JSON.stringify(intent),
);
check("and its secret", intent.client_secret === begun.clientSecret);
const confirmed = await client.paymentIntents.confirm(begun.id, { payment_method: "pm_card_visa" });
check("it confirms an intent", confirmed.status === "succeeded", confirmed.status);
check(
  "a signed event is taken",
  (await send(event("payment_intent.succeeded", confirmed))) === 200,
);
check("the payment gives access", await hasAccess(begun.cookie));
check(
  "a forged event is not",
  (await send(
    event("charge.refunded", { id: "ch_1", payment_intent: begun.id }),
    "whsec_forged",
  )) === 400,
);
check(
  "nor an old one",
  (await send(
    event("charge.refunded", { id: "ch_1", payment_intent: begun.id }),
    webhookSecret,
    Math.floor(Date.now() / 1000) - 301,
  )) === 400,
);
check(
  "an event that claims a refund changes nothing while there is none",
  (await send(event("charge.refunded", { id: "ch_1", payment_intent: begun.id }))) === 200 &&
    (await hasAccess(begun.cookie)),
);
const expanded = await client.paymentIntents.retrieve(begun.id, { expand: ["latest_charge"] });
check(
  "the charge can be expanded",
  expanded.latest_charge.object === "charge" && expanded.latest_charge.refunded === false,
);
const refund = await client.refunds.create({ payment_intent: begun.id });
check("the library gives the money back", refund.status === "succeeded");
check(
  "its event is taken",
  (await send(event("charge.refunded", { id: "ch_1", payment_intent: begun.id }))) === 200,
);
check("and access is gone", !(await hasAccess(begun.cookie)));

const key = `key-${Math.random()}`;
const make = () =>
  client.paymentIntents.create(
    { amount: 999, currency: "usd", metadata: { order_id: "none" } },
    { idempotencyKey: key },
  );
const [first, again] = [await make(), await make()];
check("one idempotency key makes one intent", first.id === again.id);
const stranger = await make();
check(
  "an intent without an order of ours is taken and ignored",
  (await send(event("payment_intent.succeeded", stranger))) === 200,
);
const session = await client.checkout.sessions.create({
  mode: "payment",
  success_url: `${url.origin}/payment-success?session_id={CHECKOUT_SESSION_ID}`,
  line_items: [
    {
      quantity: 1,
      price_data: {
        currency: "usd",
        unit_amount: 999,
        product_data: { name: "Heart Rate Monitor" },
      },
    },
  ],
});
check(
  "the library makes a hosted page",
  session.object === "checkout.session" &&
    session.url.includes("/checkout/cs_test_") &&
    session.payment_status === "unpaid",
);
const wrong = await new Stripe("sk_test_wrong", {
  maxNetworkRetries: 0,
  httpClient: Stripe.createFetchHttpClient((address, init) =>
    fetch(`${url.origin}/_sandbox/stripe${new URL(address).pathname}`, init),
  ),
}).paymentIntents
  .retrieve(begun.id)
  .catch((error) => error);
check(
  "a wrong key is refused as the library expects",
  wrong.type === "StripeAuthenticationError",
  wrong.type,
);
const disputed = await begin("bob@example.com");
await client.paymentIntents.confirm(disputed.id, { payment_method: "pm_card_visa" });
await send(event("payment_intent.succeeded", { id: disputed.id }));
await fetch(`${url.origin}/_sandbox/stripe/payments/${disputed.id}`, {
  method: "POST",
  redirect: "manual",
  headers: { "content-type": "application/x-www-form-urlencoded" },
  body: "action=dispute",
});
check(
  "a dispute event is taken",
  (await send(
    event("charge.dispute.created", { id: "dp_1", object: "dispute", payment_intent: disputed.id }),
  )) === 200,
);
check("and takes access back", !(await hasAccess(disputed.cookie)));
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
