/** Claims about the gift page. */
import { act, cleanup, render, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import * as endpoints from "#content/endpoints.ts";
import * as paths from "#content/paths.ts";
import { priceLabel } from "#content/price.ts";
import { render as renderToHtml } from "#entry-server.tsx";
import { GiftPurchase } from "#features/gift/gift-purchase.tsx";
import { boughtGiftRecord, pendingPurchaseRecord } from "#store/access/gift-records.ts";
import { showPage, stubServer, toast, watchNavigation } from "#test/page.tsx";
import { payloadOf } from "#test/payload.ts";
import { refusePayment, stubStripe } from "#test/stripe.ts";
import { CardPayment } from "./gift-page.tsx";

const intentPath = endpoints.createGiftPaymentIntent;
const intent = { [intentPath]: { json: { clientSecret: "pi_1_secret_2" } } };
const pending = {
  type: "gift",
  buyerEmail: "a@b.co",
  recipientEmail: "f@b.co",
  personalMessage: "Hi",
  timestamp: 1,
} as const;
const pay = `Complete Gift Purchase - ${priceLabel}`;
const field = (name: string) => screen.getByRole("textbox", { name });
const textOf = (name: string) => (field(name) as HTMLInputElement).value;
const goOn = () => screen.getByRole("button", { name: "Continue to Payment" });

const canPay = () =>
  waitFor(() =>
    expect(screen.getByRole("button", { name: pay })).toHaveProperty("disabled", false),
  );

async function fill(): Promise<void> {
  await userEvent.type(field("Your Email Address"), "a@b.co");
  await userEvent.type(field("Friend's Email Address"), "f+1@b.co");
}

beforeEach(() => {
  watchNavigation();
});

describe("the gift page", () => {
  it("enables Continue when both addresses are filled", async () => {
    stubServer(intent);
    showPage("gift");
    expect(goOn()).toHaveProperty("disabled", true);
    await userEvent.type(field("Your Email Address"), "a@b.co");
    expect(goOn()).toHaveProperty("disabled", true);
    await userEvent.type(field("Friend's Email Address"), "f@b.co");
    expect(goOn()).toHaveProperty("disabled", false);
  });

  it("says at the field of the friend that the address is none, and asks for no payment", async () => {
    const calls = stubServer(intent);
    showPage("gift");
    await userEvent.type(field("Your Email Address"), "a@b.co");
    await userEvent.type(field("Friend's Email Address"), "friend");
    await userEvent.click(goOn());
    const friend = field("Friend's Email Address");
    const alert = screen.getByRole("alert");
    expect(alert.textContent).toBe("Please enter a valid email address");
    expect(friend.getAttribute("aria-describedby")).toContain(alert.id);
    expect(friend.getAttribute("aria-invalid")).toBe("true");
    expect(field("Your Email Address").getAttribute("aria-invalid")).toBeNull();
    expect(document.activeElement).toBe(friend);
    expect(calls).toEqual([]);
  });

  it("has what the server refused at the field of the wrong address, without script too", () => {
    const details = { buyerEmail: "a@b.co", recipientEmail: "friend", personalMessage: "" };
    const html = renderToHtml(
      JSON.stringify(
        payloadOf("gift", {
          details,
          wrong: { buyer: false, recipient: true },
          error: "Please enter a valid email address",
        }),
      ),
    );
    document.body.innerHTML = html;
    const friend = field("Friend's Email Address");
    expect(friend.getAttribute("aria-invalid")).toBe("true");
    expect(friend.hasAttribute("autofocus")).toBe(true);
    expect(screen.getByRole("alert").id).not.toBe("");
    expect(friend.getAttribute("aria-describedby")).toContain(screen.getByRole("alert").id);
    expect(field("Your Email Address").hasAttribute("aria-invalid")).toBe(false);
  });

  it("says above the form what the server refused for another reason", () => {
    const details = { buyerEmail: "a@b.co", recipientEmail: "f@b.co", personalMessage: "" };
    const wrong = { buyer: false, recipient: false };
    showPage("gift", { details, wrong, error: "Too many attempts." });
    expect(screen.getByRole("alert").textContent).toBe("Too many attempts.");
    expect(field("Your Email Address").getAttribute("aria-invalid")).toBeNull();
  });

  it("fills in what was typed for a purchase that was started in this window", () => {
    pendingPurchaseRecord.write(pending);
    showPage("gift");
    expect(textOf("Your Email Address")).toBe("a@b.co");
    expect(textOf("Friend's Email Address")).toBe("f@b.co");
    expect(textOf("Personal Message (optional)")).toBe("Hi");
    expect(goOn()).toHaveProperty("disabled", false);
  });

  it("fills in a message once, and not for the next gift", () => {
    pendingPurchaseRecord.write(pending);
    showPage("gift");
    cleanup();
    showPage("gift");
    expect(textOf("Your Email Address")).toBe("a@b.co");
    expect(textOf("Personal Message (optional)")).toBe("");
  });

  it("keeps what was typed where the card form cannot be loaded, as after a release, also when it is loaded anew", async () => {
    stubServer(intent);
    const went = watchNavigation();
    const load = () => Promise.reject(new TypeError("Failed to fetch"));
    const site = { jsUrl: "/stripe.js", publishableKey: "pk_test_1" };
    const { unmount } = render(
      <GiftPurchase
        data={null}
        demoPin="4321"
        terms={null}
        renderPayment={(payment) => <CardPayment {...payment} site={site} load={load} />}
      />,
    );
    await fill();
    await userEvent.type(field("Personal Message (optional)"), "Hi");
    await userEvent.click(goOn());
    const again = await screen.findByRole("button", { name: "Try again" });
    expect(screen.getByRole("alert").textContent).toContain("The card form could not be loaded.");
    expect(textOf("Personal Message (optional)")).toBe("Hi");
    await userEvent.click(again);
    expect(went).toEqual([paths.gift]);
    unmount();
    showPage("gift");
    const names = ["Your Email Address", "Friend's Email Address", "Personal Message (optional)"];
    expect(names.map(textOf)).toEqual(["a@b.co", "f+1@b.co", "Hi"]);
  });

  it("shows the payment form, which returns to the page of a bought gift", async () => {
    const calls = stubServer(intent);
    const stripe = stubStripe();
    showPage("gift");
    await fill();
    await userEvent.type(field("Personal Message (optional)"), "Hi");
    await userEvent.click(goOn());
    await canPay();
    expect(calls).toEqual([
      {
        path: intentPath,
        method: "POST",
        body: { buyerEmail: "a@b.co", recipientEmail: "f+1@b.co", personalMessage: "Hi" },
      },
    ]);
    expect(pendingPurchaseRecord.read()).toMatchObject({
      type: "gift",
      recipientEmail: "f+1@b.co",
    });
    await userEvent.click(screen.getByRole("button", { name: pay }));
    // An address in a URL stays in logs, histories and the provider's records.
    expect(stripe.returnUrls).toEqual([`${window.location.origin}/download-success?gift=true`]);
    await act(async () => refusePayment({ type: "api_error", message: "Try later." }));
    expect(toast()).toMatchObject({ title: "Payment Error" });
    expect(screen.getByRole("alert").textContent).toBe("Try later.");
  });

  it("hides the payment form again when an address changes", async () => {
    stubServer(intent);
    stubStripe();
    showPage("gift");
    await fill();
    await userEvent.click(goOn());
    await screen.findByRole("button", { name: pay });
    await userEvent.type(field("Friend's Email Address"), "m");
    expect(screen.queryByRole("button", { name: pay })).toBeNull();
    expect(goOn()).not.toBeNull();
  });

  it("has the frame and the button of the card form as soon as it goes on to payment", async () => {
    stubServer(intent);
    showPage("gift");
    await fill();
    await userEvent.click(goOn());
    expect(screen.getByText("Card details, for Stripe alone")).not.toBeNull();
    expect(screen.getByRole("button", { name: pay })).toHaveProperty("disabled", true);
    expect(screen.queryByRole("button", { name: "Continue to Payment" })).toBeNull();
  });

  it.each([
    [{ status: 429, text: "Too many attempts." }, "Too many attempts."],
    [{ status: 502, text: "No." }, "Unable to set up payment. Please try again."],
    [{ json: {} }, "Unable to set up payment. Please try again."],
  ])(
    "says after the answer %j that the payment could not be set up, and allows a retry",
    async (answer, reason) => {
      stubServer({ [intentPath]: answer });
      showPage("gift");
      await fill();
      await userEvent.click(goOn());
      await waitFor(() => expect(toast()).toMatchObject({ title: "Payment Setup Failed" }));
      expect(screen.getByRole("alert").textContent).toContain(reason);
      expect(pendingPurchaseRecord.read()).toBeNull();
      stubStripe();
      const calls = stubServer(intent);
      await userEvent.click(screen.getByRole("button", { name: "Try again" }));
      await canPay();
      expect(calls).toMatchObject([{ body: { buyerEmail: "a@b.co", recipientEmail: "f+1@b.co" } }]);
    },
  );

  it("leads to the link of a gift that is paid already", async () => {
    stubServer({ [intentPath]: { status: 409, text: "This gift is paid for already." } });
    const went = watchNavigation();
    showPage("gift");
    await fill();
    await userEvent.click(goOn());
    await waitFor(() => expect(went).toEqual([paths.boughtGift()]));
  });

  it("has nothing to copy before there is a link", () => {
    showPage("gift");
    expect(screen.queryByRole("button", { name: /^Copy/ })).toBeNull();
    expect(screen.getByText(/\(your gift link, ready after payment\)/)).not.toBeNull();
  });

  it("offers the link before the full message after the payment", async () => {
    const link = `https://example.org${paths.giftPage("abc")}`;
    boughtGiftRecord.write({ link, recipientEmail: null });
    const user = userEvent.setup();
    const written = vi.spyOn(navigator.clipboard, "writeText");
    showPage("gift");
    const buttons = screen.getAllByRole("button", { name: /^Copy/ });
    expect(buttons.map((button) => button.textContent)).toEqual([
      "Copy Link Only",
      "Copy Full Message",
    ]);
    await user.click(screen.getByRole("button", { name: "Copy Link Only" }));
    expect(written).toHaveBeenLastCalledWith(link);
    await user.click(screen.getByRole("button", { name: "Copy Full Message" }));
    expect(toast()).toMatchObject({ description: "Message copied to clipboard - ready to send!" });
    expect(written.mock.lastCall?.[0]).toContain("Demo PIN: 4321");
    written.mockRejectedValue(new Error("refused"));
    await user.click(screen.getByRole("button", { name: "Copy Full Message" }));
    expect(toast()).toMatchObject({ title: "Copy Failed" });
  });
});
