/** Claims about the pages after a purchase. */
import { act, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import * as endpoints from "#content/endpoints.ts";
import * as paths from "#content/paths.ts";
import { moneyBack } from "#content/price.ts";
import { accessClaimRecord, purchaseRecord } from "#store/access/access.ts";
import { boughtGiftRecord } from "#store/access/gift-records.ts";
import { readPurchaseEmail, writePurchaseEmail } from "#store/access/purchase-email.ts";
import { noteSetup, setupRecord } from "#store/settings/setup.ts";
import { heading, showPage, stubServer, toast, watchNavigation } from "#test/page.tsx";

const access = {
  access: true,
  email: "a@b.co",
  purchaseDate: "2026-11-21T10:00:00Z",
  isGift: false,
  recipientEmail: null,
  giftCode: null,
  verificationCount: 0,
  paymentIntent: "pi_1",
};
const stored = { status: "purchased", email: "a@b.co", verified: true } as const;
const link = `https://example.org${paths.giftPage("abc")}`;
const gift = { name: "gift", recipientEmail: "f@b.co", giftLink: link } as const;

beforeEach(async () => {
  watchNavigation();
  const { forgetAnswers } = await import("#api/answers.ts");
  forgetAnswers();
});

describe("a payment that the server verified", () => {
  it("becomes the purchase record, and the typed address is removed", async () => {
    writePurchaseEmail("a@b.co");
    stubServer({ [endpoints.access]: { json: access } });
    showPage("payment-success", { name: "verified", email: "a@b.co" });
    expect(heading()).toBe("Payment Successful!");
    expect(screen.getByText("Verified for: a@b.co")).not.toBeNull();
    expect(screen.getByText("Thank you for your purchase!")).not.toBeNull();
    expect(toast()).toBeUndefined();
    await waitFor(() => expect(purchaseRecord.read()?.paymentIntent).toBe("pi_1"));
    expect(readPurchaseEmail()).toBeNull();
    const leadsTo = (name: string) => screen.getByRole("link", { name }).getAttribute("href");
    expect(leadsTo("Install App Now")).toBe(paths.heartMonitor);
    expect(["Set it up now", "Start Using"].map(leadsTo)).toEqual([paths.setup, paths.setup]);
  });

  it("leads to the app where the set-up was finished", () => {
    onTestFinished(setupRecord.clear);
    noteSetup({ wasFinished: true });
    showPage("payment-success", { name: "verified", email: null });
    const start = screen.getByRole("link", { name: "Start Using" });
    expect(start.getAttribute("href")).toBe(paths.heartMonitor);
  });

  it("stays as a claim for the app without a connection", async () => {
    stubServer({});
    showPage("payment-success", { name: "verified", email: null });
    await waitFor(() =>
      expect(accessClaimRecord.read()).toEqual({ kind: "purchase", isGift: false }),
    );
    expect(purchaseRecord.read()).toBeNull();
  });
});

describe("a payment that the server could not verify", () => {
  it("is shown as an issue, without a record or a request", async () => {
    const calls = stubServer({ [endpoints.access]: { json: access } });
    showPage("payment-success", { name: "issue" });
    await act(async () => undefined);
    expect(heading()).toBe("Payment Issue");
    expect(
      screen.getByText("Unable to verify your payment. Please contact support."),
    ).not.toBeNull();
    expect(purchaseRecord.read()).toBeNull();
    expect(calls).toEqual([]);
    expect(toast()).toBeUndefined();
  });

  it("is shown as a success on a device with a verified purchase", () => {
    purchaseRecord.write(stored);
    showPage("paypal-success", { name: "issue" });
    expect(heading()).toBe("Payment Successful!");
    expect(screen.getByText("Verified for: a@b.co")).not.toBeNull();
  });

  it("shows the support address and what to do on the PayPal page", () => {
    showPage("paypal-success", { name: "issue" });
    expect(screen.getByRole("heading", { name: "Payment Required" })).not.toBeNull();
    expect(screen.getByRole("link", { name: "support@example.org" })).not.toBeNull();
  });
});

describe("the page of an own purchase", () => {
  it("lists what comes next and what is included", async () => {
    stubServer({ [endpoints.access]: { json: access } });
    showPage("download-success", { name: "own" });
    expect(screen.getByRole("heading", { name: "What's Next?" })).not.toBeNull();
    expect(screen.getByText(moneyBack)).not.toBeNull();
    expect(screen.getByRole("heading", { name: "Need Help?" })).not.toBeNull();
    await waitFor(() => expect(purchaseRecord.read()?.source).toBe("checkout"));
  });

  it("shows no success without confirmation", () => {
    showPage("download-success", { name: "unconfirmed" });
    expect(heading()).toBe("Waiting for confirmation");
    expect(screen.queryByText("Payment Successful!")).toBeNull();
  });
});

describe("the page of a gift", () => {
  it("names the recipient, stores the link for the gift page and gives the buyer no access", async () => {
    const calls = stubServer({});
    showPage("download-success", gift);
    await act(async () => undefined);
    expect(screen.getByText("The app has been gifted to f@b.co.")).not.toBeNull();
    expect(toast()).toMatchObject({ title: "Gift Purchase Successful!" });
    expect(boughtGiftRecord.read()).toEqual({ link, recipientEmail: "f@b.co" });
    expect(purchaseRecord.read()).toBeNull();
    expect(calls).toEqual([]);
    expect(screen.getByRole("heading", { name: "Download for Yourself" })).not.toBeNull();
  });

  it("uses the share sheet where there is one, else the clipboard", async () => {
    const user = userEvent.setup();
    const text = `I've gifted you a discreet emergency safety app! Download it here: ${link}`;
    const written = vi.spyOn(navigator.clipboard, "writeText");
    showPage("download-success", gift);
    await user.click(screen.getByRole("button", { name: "Share Gift Link" }));
    expect(written).toHaveBeenLastCalledWith(text);
    expect(toast()).toMatchObject({ title: "Copied!" });
    const share = vi.fn(async () => undefined);
    Object.defineProperty(navigator, "share", { value: share, configurable: true });
    await user.click(screen.getByRole("button", { name: "Share Gift Link" }));
    expect(share).toHaveBeenCalledWith({ text });
    expect(written).toHaveBeenCalledTimes(1);
    Reflect.deleteProperty(navigator, "share");
  });

  it("says what to do next, with the neutral link beside the full message", async () => {
    const user = userEvent.setup();
    const written = vi.spyOn(navigator.clipboard, "writeText");
    showPage("download-success", gift);
    expect(screen.getByText("Now send f@b.co the link")).not.toBeNull();
    await user.click(screen.getByRole("button", { name: "Copy Link Only" }));
    expect(written).toHaveBeenLastCalledWith(link);
    await user.click(screen.getByRole("button", { name: "Copy Full Message" }));
    expect(written.mock.lastCall?.[0]).toContain(`Open your gift here: ${link}`);
  });

  it("is shown after a reload as the server answers it, and stays stored", () => {
    boughtGiftRecord.write({ link, recipientEmail: "f@b.co" });
    showPage("download-success", gift);
    expect(heading()).toBe("Payment Successful!");
    expect(screen.getByText(link)).not.toBeNull();
    expect(boughtGiftRecord.read()).toEqual({ link, recipientEmail: "f@b.co" });
  });
});

describe("a payment without confirmation is no success", () => {
  const earlier = () => screen.queryByRole("link", { name: "To the gift you paid for earlier" });

  it.each([{ name: "unconfirmed" } as const, null])("after an earlier gift (%o)", (data) => {
    boughtGiftRecord.write({ link, recipientEmail: "f@b.co" });
    showPage("download-success", data);
    expect(heading()).toBe("Waiting for confirmation");
    expect(document.body.textContent).not.toMatch(/Payment Successful|has been gifted|f@b\.co/);
    expect(earlier()?.getAttribute("href")).toBe(paths.gift);
    expect(toast()).toBeUndefined();
  });

  it("is asked about again at the same address, so that a gift is asked about as one", () => {
    history.replaceState(null, "", paths.boughtGift());
    showPage("download-success", { name: "unconfirmed" });
    const again = screen.getByText<HTMLAnchorElement>("Check again");
    expect(again.href).toBe(window.location.origin + paths.boughtGift());
  });

  it.each([{ name: "unconfirmed" } as const, null])("on a device that bought (%o)", (data) => {
    purchaseRecord.write(stored);
    showPage("download-success", data);
    expect(heading()).toBe("Waiting for confirmation");
    expect(document.body.textContent).not.toContain("Payment Successful");
    expect(earlier()).toBeNull();
  });
});

describe("the page of a payment that cannot be looked up", () => {
  it("says that a payment is safe, claims none, and names the support", () => {
    showPage("payment-waiting", null);
    expect(screen.getByRole("status").textContent).toContain(
      "If you have paid, your payment is safe",
    );
    expect(screen.getByText(/looks again by itself/)).not.toBeNull();
    expect(document.body.textContent).not.toContain("Verified");
  });
});
