/** Claims about the checkout with script. */

import { act, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import * as endpoints from "#content/endpoints.ts";
import * as paths from "#content/paths.ts";
import { priceLabel } from "#content/price.ts";
import { startCheckoutEarly } from "#features/purchase/early-checkout.ts";
import { showAppFirst } from "#platform/page/view-cookie.ts";
import { readPurchaseEmail, writePurchaseEmail } from "#store/access/purchase-email.ts";
import {
  expectReport,
  heading,
  showPage,
  stubServer,
  toast,
  watchNavigation,
} from "#test/page.tsx";
import { payloadOf } from "#test/payload.ts";
import { refusePayment, stubStripe } from "#test/stripe.ts";

const intentPath = endpoints.createPaymentIntent;
const intent = { [intentPath]: { json: { clientSecret: "pi_1_secret_2" } } };
const pay = `Complete Purchase - ${priceLabel}`;
let went: string[];

beforeEach(() => {
  went = watchNavigation();
});

describe("the checkout", () => {
  it("goes to the landing page without a stored address", () => {
    const calls = stubServer(intent);
    showPage("checkout");
    expect(went).toEqual([paths.landing]);
    expect(calls).toEqual([]);
  });

  it("goes to the purchase page without a stored address where the main path shows the app", () => {
    showAppFirst();
    stubServer(intent);
    showPage("checkout");
    expect(went).toEqual([paths.subscribe]);
  });

  it("prepares the payment for the stored address and shows the card form in the night theme", async () => {
    writePurchaseEmail("a@b.co");
    const calls = stubServer(intent);
    const stripe = stubStripe();
    showPage("checkout");
    expect(screen.getByText("Setting up secure payment...")).not.toBeNull();
    await waitFor(() =>
      expect(screen.getByRole("button", { name: pay })).toHaveProperty("disabled", false),
    );
    expect(calls).toEqual([{ path: intentPath, method: "POST", body: { email: "a@b.co" } }]);
    expect(stripe.keys).toEqual(["pk_test_1"]);
    expect(stripe.groups).toEqual([
      {
        clientSecret: "pi_1_secret_2",
        appearance: { theme: "night", variables: { colorPrimary: "#7c3aed" } },
      },
    ]);
    expect(stripe.forms).toMatchObject([
      { wallets: { applePay: "never", googlePay: "never", link: "never" } },
    ]);
  });

  it("loads the provider's script while the payment is prepared", () => {
    writePurchaseEmail("a@b.co");
    vi.stubGlobal("fetch", () => new Promise(() => undefined));
    showPage("checkout");
    expect(document.querySelectorAll("script[src*='stripe']")).toHaveLength(1);
  });

  describe("of which the first script has begun the requests", () => {
    /** The server's document, as that script finds it. */
    function documentOf(...[page, data]: Parameters<typeof payloadOf>): void {
      const script = document.createElement("script");
      script.id = "page-data";
      script.type = "application/json";
      script.textContent = JSON.stringify(payloadOf(page, data));
      document.body.append(script);
    }

    afterEach(() => document.getElementById("page-data")?.remove());

    it("takes the begun payment, and sends and loads nothing twice", async () => {
      writePurchaseEmail("a@b.co");
      documentOf("checkout");
      const calls = stubServer(intent);
      const loaded = vi.spyOn(document.head, "append");
      await startCheckoutEarly();
      expect(calls).toHaveLength(1);
      expect(loaded).toHaveBeenCalledTimes(1);
      const stripe = stubStripe();
      showPage("checkout");
      await screen.findByRole("button", { name: pay });
      await waitFor(() => expect(stripe.groups).toHaveLength(1));
      expect(calls).toHaveLength(1);
      expect(loaded).toHaveBeenCalledTimes(1);
    });

    it("asks anew for another address", async () => {
      writePurchaseEmail("a@b.co");
      documentOf("checkout");
      const calls = stubServer(intent);
      await startCheckoutEarly();
      writePurchaseEmail("b@b.co");
      stubStripe();
      showPage("checkout");
      await waitFor(() => expect(calls).toHaveLength(2));
      expect(calls.map(({ body }) => body)).toEqual([{ email: "a@b.co" }, { email: "b@b.co" }]);
    });

    it("says that there is no connection when the begun payment had none, and tries again", async () => {
      writePurchaseEmail("a@b.co");
      documentOf("checkout");
      vi.stubGlobal("fetch", () => Promise.reject(new TypeError("offline")));
      await startCheckoutEarly();
      showPage("checkout");
      const again = await screen.findByRole("button", { name: "Try again" });
      const calls = stubServer(intent);
      stubStripe();
      await userEvent.click(again);
      await waitFor(() => expect(calls).toHaveLength(1));
    });

    it.each([
      ["without an address", "", () => documentOf("checkout")],
      ["on another page", "a@b.co", () => documentOf("gift")],
      ["for somebody who owns the app", "a@b.co", () => documentOf("checkout", { name: "owned" })],
    ])("begins nothing %s", async (_where, email, open) => {
      if (email !== "") writePurchaseEmail(email);
      open();
      const calls = stubServer(intent);
      const loaded = vi.spyOn(document.head, "append");
      await startCheckoutEarly();
      expect(calls).toEqual([]);
      expect(loaded).not.toHaveBeenCalled();
    });
  });

  it("passes the return URL, and shows what the provider refused", async () => {
    writePurchaseEmail("a@b.co");
    stubServer(intent);
    const stripe = stubStripe();
    showPage("checkout");
    await waitFor(() =>
      expect(screen.getByRole("button", { name: pay })).toHaveProperty("disabled", false),
    );
    await userEvent.click(screen.getByRole("button", { name: pay }));
    expect(screen.getByRole("button", { name: "Processing..." })).not.toBeNull();
    expect(stripe.returnUrls).toEqual([window.location.origin + paths.paymentSuccess]);
    await act(async () =>
      refusePayment({ type: "card_error", message: "Your card was declined." }),
    );
    expect(toast()).toMatchObject({ title: "Payment Failed" });
    expect(screen.getByRole("alert").textContent).toBe("Your card was declined.");
    await userEvent.click(screen.getByRole("button", { name: pay }));
    expect(screen.queryByRole("alert")).toBeNull();
  });

  it("tells an owner so, with the way to the app and to a gift", async () => {
    writePurchaseEmail("a@b.co");
    stubServer({ [intentPath]: { status: 409, text: "You already own this." } });
    showPage("checkout");
    await waitFor(() => expect(heading()).toBe("You already own this"));
    const href = (name: string) => screen.getByRole("link", { name }).getAttribute("href");
    expect([href("Open the app"), href("Give it to a friend")]).toEqual([
      paths.heartMonitor,
      paths.gift,
    ]);
    expect([went, toast()]).toEqual([[], undefined]);
  });

  it.each([
    ["Try later.", "Try later."],
    [undefined, "An error occurred during payment processing."],
  ])("calls any other failure of the provider a payment error (%s)", async (message, words) => {
    writePurchaseEmail("a@b.co");
    stubServer(intent);
    stubStripe();
    showPage("checkout");
    await waitFor(() =>
      expect(screen.getByRole("button", { name: pay })).toHaveProperty("disabled", false),
    );
    await userEvent.click(screen.getByRole("button", { name: pay }));
    await act(async () => refusePayment({ type: "api_error", message }));
    expect(toast()).toMatchObject({ title: "Payment Error" });
    expect(screen.getByRole("alert").textContent).toBe(words);
  });

  it.each([
    ["is refused", { status: 502, text: "No." }, "502: No."],
    ["has no secret", { json: {} }, "Failed to create payment intent"],
    ["has an empty secret", { json: { clientSecret: "" } }, "Failed to create payment intent"],
  ])(
    "shows why a payment that %s could not be set up, logs it, and goes to the landing page",
    async (_, answer, reason) => {
      vi.useFakeTimers({ shouldAdvanceTime: true });
      writePurchaseEmail("a@b.co");
      stubServer({ [intentPath]: answer });
      showPage("checkout");
      await waitFor(() => expect(toast()).toMatchObject({ title: "Payment Setup Failed" }));
      expect(toast()?.description).toBe(reason);
      expectReport(/^The payment could not be set up$/);
      act(() => vi.advanceTimersByTime(2000));
      expect(went).toEqual([paths.landing]);
    },
  );

  it("stays and offers a retry without a connection", async () => {
    writePurchaseEmail("a@b.co");
    stubServer({});
    showPage("checkout");
    expect((await screen.findByRole("alert")).textContent).toContain("Payment needs a connection.");
    stubStripe();
    stubServer(intent);
    await userEvent.click(screen.getByRole("button", { name: "Try again" }));
    await screen.findByRole("button", { name: pay });
    expect(went).toEqual([]);
  });

  it("does not replace a form that the server sent back", () => {
    const calls = stubServer(intent);
    showPage("checkout", {
      name: "form",
      email: "nobody",
      error: "Please enter a valid email address",
    });
    expect(screen.getByRole("alert").textContent).toBe("Please enter a valid email address");
    expect([calls, went]).toEqual([[], []]);
  });

  it("shows the address with a way to change it, and links to terms and privacy", async () => {
    writePurchaseEmail("a@b.co");
    stubServer(intent);
    stubStripe();
    showPage("checkout");
    expect(screen.getByText("a@b.co")).not.toBeNull();
    const href = (name: string) => screen.getByRole("link", { name }).getAttribute("href");
    expect([href("terms"), href("privacy policy")]).toEqual([paths.terms, paths.privacy]);
    await userEvent.click(screen.getByRole("button", { name: "Change" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Secure Purchase" }));
    const field = dialog.getByRole("textbox", { name: "Email Address" });
    await userEvent.clear(field);
    await userEvent.type(field, "c@d.co");
    await userEvent.click(dialog.getByRole("button", { name: /^Continue to Payment/ }));
    expect(went).toEqual([paths.checkout]);
    expect(readPurchaseEmail()).toBe("c@d.co");
  });

  it("has the frame and the button of the card form while the payment is prepared", () => {
    writePurchaseEmail("a@b.co");
    stubServer(intent);
    stubStripe();
    showPage("checkout");
    expect(screen.getByText("Setting up secure payment...")).not.toBeNull();
    expect(screen.getByText("Card details, for Stripe alone")).not.toBeNull();
    expect(screen.getByRole("button", { name: pay })).toHaveProperty("disabled", true);
  });

  it("says that payments are simulated", () => {
    stubServer({});
    writePurchaseEmail("a@b.co");
    showPage("checkout");
    expect(screen.getByText("Test payment")).not.toBeNull();
  });
});
