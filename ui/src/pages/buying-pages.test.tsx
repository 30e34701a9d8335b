/** Claims about the pages for buying and giving, with each kind of page data. */

import { serverPages } from "virtual:server-pages";
import { act } from "@testing-library/react";
import { hydrateRoot } from "react-dom/client";
import { MemoryRouter } from "react-router";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { App } from "#app/app.tsx";
import * as paths from "#content/paths.ts";
import { stubServer, watchNavigation } from "#test/page.tsx";
import { payloadOf } from "#test/payload.ts";
import type { PageData, PageName } from "#wire/pages.ts";
import { render } from "../entry-server.tsx";
import { pages } from "./registry.ts";

const link = `https://example.org${paths.giftPage("abc")}`;
const purchaseDate = "2026-11-21T10:00:00Z";
const details = { buyerEmail: "a", recipientEmail: "f@b.co", personalMessage: "Hi" };
const gift = { recipientEmail: "f@b.co", personalMessage: "<b>Hi" };

const heldGift = {
  kind: "gift",
  status: "paid",
  createdAt: purchaseDate,
  payment: "pi_1",
  buyerEmail: "a@b.co",
  recipientEmail: "f@b.co",
  personalMessage: "<b>Hi",
  devices: 0,
};

/** A page, its data, and words that must be in the server's HTML. */
type Shape = { [Name in PageName]: readonly [Name, PageData[Name], string] }[PageName];

const shapes: readonly Shape[] = [
  ["subscribe", null, "Buy Now"],
  ["subscribe", { error: "Payments are not available right now." }, "not available right now."],
  ["checkout", null, "Setting up secure payment..."],
  [
    "checkout",
    { name: "form", email: "nobody", error: "Please enter a valid email address" },
    "nobody",
  ],
  ["checkout", { name: "owned" }, "You already own this"],
  ["payment-success", null, "Payment Issue"],
  ["payment-success", { name: "verified", email: "a@b.co" }, "a@b.co"],
  ["payment-success", { name: "issue" }, "Unable to verify your payment."],
  ["payment-success", { name: "unpaid" }, "Try again"],
  ["paypal-success", { name: "verified", email: null }, "Payment Successful!"],
  ["paypal-success", { name: "issue" }, "Payment Required"],
  ["download-success", null, "Waiting for confirmation"],
  ["download-success", { name: "unconfirmed" }, "Waiting for confirmation"],
  ["download-success", { name: "unpaid" }, "Try again"],
  ["download-success", { name: "own" }, "What&#x27;s Next?"],
  ["download-success", { name: "gift", recipientEmail: "f@b.co", giftLink: link }, link],
  ["download-success", { name: "gift", recipientEmail: null, giftLink: link }, "to your friend."],
  ["verify", null, "Verify Purchase"],
  ["verify", { name: "form", email: "a@b.co", error: "Please enter a valid email" }, "a@b.co"],
  ["verify", { name: "verified", email: "a@b.co", purchaseDate }, "21 November"],
  ["verify", { name: "failed" }, "No Purchase Found"],
  ["verify", { name: "sent" }, "If this address has access, a link is on its way."],
  ["redownload", null, "Verify Email &amp; Access App"],
  ["redownload", { name: "verified", email: "a@b.co", purchaseDate: null }, "Access Now"],
  ["redownload", { name: "failed" }, "Try Different Email"],
  ["redownload", { name: "sent" }, "If this address has access, a link is on its way."],
  ["redownload-confirm", { name: "ready", token: "tok" }, 'value="tok"'],
  ["redownload-confirm", { name: "gone" }, "This link no longer works"],
  ["your-data", null, "Send the link"],
  ["your-data", { name: "form", email: "a@b.co", error: "Wrong" }, "a@b.co"],
  ["your-data", { name: "sent" }, "If we keep anything about this address, a link is on its way."],
  ["your-data", { name: "sent" }, "If you ask again in that time, we may not send another."],
  ["your-data", { name: "held", token: "tok", orders: [heldGift] }, "&lt;b&gt;Hi"],
  ["your-data", { name: "erased" }, "We send no mail about this."],
  ["your-data", { name: "gone" }, "This link no longer works"],
  ["gift", null, "Continue to Payment"],
  ["gift", { details, wrong: { buyer: true, recipient: false }, error: "Wrong" }, "f@b.co"],
  ["gift-redeem", null, "Loading your gift..."],
  ["gift-redeem", { name: "available", gift, error: null }, "&lt;b&gt;Hi"],
  [
    "gift-redeem",
    { name: "unavailable", isUsed: false, isTemporary: false, reason: "Gift link not found" },
    "not found",
  ],
  [
    "gift-redeem",
    { name: "unavailable", isUsed: true, isTemporary: false, reason: "used" },
    "Is this your gift?",
  ],
  ["gift-redeem", { name: "activated" }, "Redirecting to the app..."],
];

describe.each<readonly [PageName, PageData[PageName], string]>(shapes)(
  "the server's HTML of %s with %j",
  (page, data, words) => {
    const payload = payloadOf(page, data);
    const html = () => render(JSON.stringify(payload));

    beforeEach(() => {
      stubServer({});
      watchNavigation();
    });

    it(`says "${words}" in Latin-1, without inline style or failed boundary`, () => {
      expect(html()).toContain(words);
      // biome-ignore lint/suspicious/noControlCharactersInRegex: the range is all of Latin-1.
      expect(html()).toMatch(/^[\u0000-\u00ff]*$/);
      expect(html()).not.toMatch(/\sstyle=/);
      expect(html()).not.toContain("<!--$!-->");
    });

    it("links into and out of payment load documents", () => {
      expect(html()).not.toContain("data-discover");
      expect(html()).not.toMatch(/href="https?:(?!\/\/www\.bbc\.com)/);
    });

    it("hydrates without a mismatch", async () => {
      const root = document.createElement("div");
      root.innerHTML = html();
      document.body.append(root);
      const onRecoverableError = vi.fn();
      const hydrated = await act(async () =>
        hydrateRoot(
          root,
          <MemoryRouter initialEntries={["/somewhere-else"]}>
            <App payload={payload} page={serverPages[page]} />
          </MemoryRouter>,
          { onRecoverableError },
        ),
      );
      expect(onRecoverableError).not.toHaveBeenCalled();
      act(() => hydrated.unmount());
    });
  },
);

describe("titles and descriptions that others may see", () => {
  const telling =
    /emergency|safety|violence|silent|partner|panic|abuse|gift|paid|payment|purchase/i;
  const hidden = [
    "verify",
    "redownload",
    "redownload-confirm",
    "your-data",
    "gift-redeem",
  ] as const;
  const after = ["payment-success", "paypal-success", "download-success"] as const;

  it.each([...hidden, ...after])("of %s reveal neither purpose nor purchase", (page) => {
    const { title, description } = pages[page].head;
    expect(`${title} ${description}`).not.toMatch(telling);
  });

  it.each(["checkout", "gift-redeem", ...after] as const)("%s stays out of search", (page) => {
    expect(pages[page].head.index).toBe(false);
  });
});
