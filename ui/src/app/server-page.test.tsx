/** Claims about the pages of the server, in every state that the server tells them of. */
import { renderToString } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { renderHtml } from "#html/render.ts";
import { pageNames, payloadOf } from "#test/payload.ts";
import type { PageData, PagePayload } from "#wire/pages.ts";
import { ServerPage } from "./server-page.tsx";

/** What people type, and what HTML must not take for its own. */
const words = `Ann & "Bob" <b>'s</b>\n<!-- --> é 0`;
const email = "ann@example.org";

const verify = [
  { name: "form", email: words, error: null },
  { name: "form", email: "", error: words },
  { name: "verified", email, purchaseDate: "2026-11-01T10:00:00Z" },
  { name: "verified", email: null, purchaseDate: null },
  { name: "failed" },
  { name: "sent" },
] as const;
const success = [
  { name: "verified", email },
  { name: "verified", email: null },
  { name: "unpaid" },
  { name: "issue" },
] as const;
const order = {
  buyerEmail: email,
  createdAt: "2026-11-01T10:00:00Z",
  devices: 2,
  kind: "gift",
  payment: "pi_1",
  personalMessage: words,
  recipientEmail: null,
  status: "paid",
};
const bare = { ...order, buyerEmail: null, devices: 0, kind: "own_use", payment: null };

/** The states of every page that has any. */
const states: { readonly [Name in keyof PageData]?: readonly PageData[Name][] } = {
  checkout: [{ name: "form", email: words, error: words }, { name: "owned" }],
  subscribe: [{ error: words }],
  gift: [
    {
      details: { buyerEmail: words, personalMessage: `\n${words}`, recipientEmail: "" },
      error: words,
      wrong: { buyer: true, recipient: false },
    },
  ],
  "gift-redeem": [
    { name: "available", error: null, gift: { personalMessage: words, recipientEmail: email } },
    { name: "available", error: words, gift: { personalMessage: null, recipientEmail: "" } },
    { name: "unavailable", isTemporary: true, isUsed: false, reason: words },
    { name: "unavailable", isTemporary: false, isUsed: true, reason: words },
    { name: "activated" },
  ],
  "payment-success": success,
  "paypal-success": success,
  "download-success": [
    { name: "own" },
    { name: "gift", giftLink: "https://example.org/gift/abc", recipientEmail: email },
    { name: "gift", giftLink: "https://example.org/gift/abc", recipientEmail: null },
    { name: "unpaid" },
    { name: "unconfirmed" },
  ],
  verify,
  redownload: verify,
  "redownload-confirm": [{ name: "ready", token: "token" }, { name: "gone" }],
  "your-data": [
    { name: "form", email: words, error: words },
    { name: "sent" },
    { name: "held", orders: [order, { ...bare, personalMessage: null }], token: "token" },
    { name: "held", orders: [], token: "token" },
    { name: "erased" },
    { name: "gone" },
  ],
  watch: [{ pushKey: "key" }],
};

/** Two configurations, by turns: what is kept of the first must not stand in the second. */
const sites = [
  {},
  { supportEmail: "other@example.net", supportPhone: "1", stripe: null, testPayments: false },
  { displayName: words, statementName: "", demoPin: "9999", verifiesByLink: false },
];

const payloads = pageNames.flatMap((name) =>
  [null, ...(states[name] ?? [])].map((data) => payloadOf(name, data)),
);

describe.each(payloads)("the page $page with $data", (payload) => {
  it("is the text that React renders, for each configuration", () => {
    for (const changes of [...sites, ...sites]) {
      const page = (
        <ServerPage
          payload={{ ...payload, site: { ...payload.site, ...changes } } as PagePayload}
        />
      );
      expect(renderHtml(page)).toBe(renderToString(page));
    }
  });
});
