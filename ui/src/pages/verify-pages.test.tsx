/** Claims about the verify and redownload pages. */
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import * as endpoints from "#content/endpoints.ts";
import * as paths from "#content/paths.ts";
import { showAppFirst } from "#platform/page/view-cookie.ts";
import { purchaseRecord, verificationRecord } from "#store/access/access.ts";
import { showPage, stubServer, toast, watchNavigation } from "#test/page.tsx";

const submit = async (label: string, email: string): Promise<void> => {
  const field = screen.getByRole("textbox", { name: "Email Address" });
  if (email !== "") await userEvent.type(field, email);
  await userEvent.click(screen.getByRole("button", { name: label }));
};

/** The field has the error for everybody: in words, for screen readers, and with the focus. */
function expectErrorAt(error: string): void {
  const field = screen.getByRole("textbox", { name: "Email Address" });
  expect(field.getAttribute("aria-invalid")).toBe("true");
  expect(screen.getByRole("alert").textContent).toBe(error);
  expect(field.getAttribute("aria-describedby")).toContain(screen.getByRole("alert").id);
  expect(document.activeElement).toBe(field);
}

let went: string[];

beforeEach(() => {
  went = watchNavigation();
});

describe("the verify page", () => {
  it("sends no request for an address without an @", async () => {
    const calls = stubServer({});
    showPage("verify");
    await submit("Verify Purchase", "nobody");
    expect(toast()).toMatchObject({ title: "Valid Email Required" });
    expectErrorAt("Please enter the email address used for your purchase.");
    expect(calls).toEqual([]);
  });

  it("stores the purchase that the server confirms", async () => {
    const purchaseDate = "2026-11-21T10:00:00Z";
    const answer = {
      verified: true,
      purchaseDate,
      isGift: false,
      verificationCount: 3,
      sent: false,
    };
    const calls = stubServer({ [endpoints.verifyPurchase]: { json: answer } });
    showPage("verify");
    await submit("Verify Purchase", " a@b.co ");
    await screen.findByRole("heading", { name: "Email Verified!" });
    expect(calls).toEqual([
      { path: endpoints.verifyPurchase, method: "POST", body: { email: "a@b.co" } },
    ]);
    expect(screen.getByText("Purchase date: 21 November 2026")).not.toBeNull();
    expect(purchaseRecord.read()).toMatchObject({
      status: "purchased",
      email: "a@b.co",
      purchaseDate,
      verificationCount: 3,
      source: "verification",
    });
    expect(verificationRecord.read()).toMatchObject({ email: "a@b.co", canAccess: true });
    expect(screen.getByRole("heading", { name: "Email Verified!" })).not.toBeNull();
    expect(screen.getByRole("status").textContent).toContain(
      "Your purchase has been confirmed. You can now download the app.",
    );
    expect(toast()).toBeUndefined();
    expect(document.cookie).toContain("view=app");
  });

  it("offers another address after one without a purchase, and stores nothing", async () => {
    stubServer({ [endpoints.verifyPurchase]: { json: { verified: false } } });
    showPage("verify");
    await submit("Verify Purchase", "a@b.co");
    await screen.findByRole("heading", { name: "No Purchase Found" });
    expect(toast()).toMatchObject({ title: "Purchase Not Found" });
    expect(purchaseRecord.read()).toBeNull();
    const purchase = screen.getByRole("link", { name: "Purchase the app" });
    expect(purchase.getAttribute("href")).toBe(paths.subscribe);
    await userEvent.click(screen.getByRole("link", { name: "Try Different Email" }));
    expect(screen.getByRole("textbox", { name: "Email Address" })).toHaveProperty("value", "");
  });

  it("shows the same for every address when purchases are proved by mail", async () => {
    stubServer({ [endpoints.verifyPurchase]: { json: { verified: false, sent: true } } });
    showPage("verify");
    await submit("Verify Purchase", "a@b.co");
    expect(
      await screen.findByText(/^If this address has access, a link is on its way\./),
    ).not.toBeNull();
    expect(screen.getByRole("textbox", { name: "Link from the email" })).not.toBeNull();
    expect(purchaseRecord.read()).toBeNull();
  });

  it("shows the server's sentence about too many attempts, and keeps the address", async () => {
    const text = "Too many attempts. Please wait a few minutes and try again.";
    stubServer({ [endpoints.verifyPurchase]: { status: 429, text } });
    showPage("verify");
    await submit("Verify Purchase", "a@b.co");
    expect((await screen.findByRole("alert")).textContent).toBe(text);
    expect(toast()).toMatchObject({ title: "Verification Error" });
    expect(screen.getByRole("textbox", { name: "Email Address" })).toHaveProperty(
      "value",
      "a@b.co",
    );
  });
});

describe("the redownload page", () => {
  it("sends no request without an address", async () => {
    const calls = stubServer({});
    showPage("redownload");
    await submit("Verify Email & Access App", "");
    expect(toast()).toMatchObject({ title: "Email Required" });
    expectErrorAt("Please enter your email address.");
    expect(calls).toEqual([]);
  });

  it("leads to the field again when the same is sent again", async () => {
    stubServer({});
    showPage("redownload");
    await submit("Verify Email & Access App", "");
    await submit("Verify Email & Access App", "");
    expectErrorAt("Please enter your email address.");
  });

  it("says Verifying during the request", async () => {
    let answer: (response: Response) => void = () => undefined;
    vi.stubGlobal("fetch", () => new Promise<Response>((resolve) => (answer = resolve)));
    showPage("redownload");
    await submit("Verify Email & Access App", "a@b.co");
    expect(screen.getByRole("button", { name: "Verifying..." })).not.toBeNull();
    await act(async () => answer(new Response(JSON.stringify({ verified: false }))));
    await screen.findByRole("heading", { name: "No Purchase Found" });
    expect(toast()).toMatchObject({ title: "Not Found" });
    expect(screen.getByRole("link", { name: "Purchase" }).getAttribute("href")).toBe("/");
  });

  it("leads to the purchase page where the main path shows the app", async () => {
    showAppFirst();
    stubServer({ [endpoints.verifyEmail]: { json: { verified: false } } });
    showPage("redownload");
    await submit("Verify Email & Access App", "a@b.co");
    const link = await screen.findByRole("link", { name: "Purchase" });
    expect(link.getAttribute("href")).toBe(paths.subscribe);
  });

  it("opens the app half a second after Access Now", async () => {
    stubServer({ [endpoints.verifyEmail]: { json: { verified: true, hasPurchased: true } } });
    showPage("redownload");
    await submit("Verify Email & Access App", "a@b.co");
    await screen.findByRole("heading", { name: "Email Verified Successfully!" });
    expect(screen.getByText("Purchase confirmed for: a@b.co")).not.toBeNull();
    expect(purchaseRecord.read()?.source).toBe("redownload_verification");
    vi.useFakeTimers();
    fireEvent.click(screen.getByRole("link", { name: "Access Now" }));
    expect(toast()).toMatchObject({ title: "Access Granted", description: "Redirecting..." });
    vi.advanceTimersByTime(499);
    expect(went).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(went).toEqual([paths.heartMonitor]);
  });

  it("says that it could not verify without a connection", async () => {
    stubServer({});
    showPage("redownload");
    await submit("Verify Email & Access App", "a@b.co");
    await waitFor(() => expect(toast()).toMatchObject({ title: "Verification Failed" }));
    expect(screen.getByRole("textbox", { name: "Email Address" })).toHaveProperty(
      "value",
      "a@b.co",
    );
  });
});
