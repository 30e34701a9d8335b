/** Claims about redeeming a gift. */

import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import * as endpoints from "#content/endpoints.ts";
import * as paths from "#content/paths.ts";
import { heading, showPage, stubServer, toast, watchNavigation } from "#test/page.tsx";

const link = endpoints.withParameter(endpoints.giftLink, "code");
const available = {
  name: "available",
  gift: { recipientEmail: "f@b.co", personalMessage: "Take care." },
  error: null,
} as const;
const activate = () => screen.getByRole("button", { name: "Activate & Download" });
let went: string[];

beforeEach(() => {
  went = watchNavigation();
});

describe("a gift link", () => {
  it("is activated with the address that the buyer entered, and opens the app after 2 s", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
    const calls = stubServer({ [`${link}/activate`]: { json: { success: true } } });
    showPage("gift-redeem", available);
    expect(heading()).toBe("You've Received a Gift!");
    expect(screen.getByText("Take care.")).not.toBeNull();
    await user.click(activate());
    await waitFor(() => expect(heading()).toBe("Gift Activated!"));
    expect(calls).toEqual([
      { path: `${link}/activate`, method: "POST", body: { email: "f@b.co" } },
    ]);
    const said = screen.getByRole("status").textContent;
    expect(said).toBe("Your app is ready. Redirecting to the app...");
    expect(toast()).toBeUndefined();
    expect(went).toEqual([]);
    // Effects may run later than what is shown; the two seconds begin in one.
    await act(async () => undefined);
    act(() => vi.advanceTimersByTime(2000));
    expect(went).toEqual([paths.redeemed()]);
  });

  it("asks first whether the device is the recipient's alone", () => {
    showPage("gift-redeem", available);
    expect(screen.getByText("Is this a device only you use?")).not.toBeNull();
  });

  it("needs an address", async () => {
    showPage("gift-redeem", {
      ...available,
      gift: { recipientEmail: "", personalMessage: null },
    });
    expect(activate()).toHaveProperty("disabled", true);
    await userEvent.type(screen.getByRole("textbox", { name: "Email Address" }), "f@b.co");
    expect(activate()).toHaveProperty("disabled", false);
  });

  it("says at the field that an address is none, and asks for nothing", async () => {
    const calls = stubServer({});
    const gift = { recipientEmail: "friend", personalMessage: null };
    showPage("gift-redeem", { ...available, gift });
    await userEvent.click(activate());
    const field = screen.getByRole("textbox", { name: "Email Address" });
    const alert = screen.getByRole("alert");
    expect(alert.textContent).toBe("Please enter a valid email address");
    expect(field.getAttribute("aria-describedby")).toContain(alert.id);
    expect(document.activeElement).toBe(field);
    expect(calls).toEqual([]);
  });

  it("that was redeemed elsewhere is not available", async () => {
    const gone = { status: 410, text: "Gift link expired or used" };
    stubServer({ [`${link}/activate`]: gone });
    showPage("gift-redeem", available);
    await userEvent.click(activate());
    await waitFor(() => expect(heading()).toBe("Gift Not Available"));
    expect(toast()).toMatchObject({ title: "Activation Failed" });
    expect(screen.getByText("Gift link expired or used")).not.toBeNull();
    const home = screen.getByRole("link", { name: "Return to Main Page" });
    expect(home.getAttribute("href")).toBe("/");
    const back = screen.getByRole("link", { name: "Is this your gift? Verify your email" });
    expect(back.getAttribute("href")).toBe(paths.redownload);
  });

  it("stays available without a connection", async () => {
    stubServer({});
    showPage("gift-redeem", available);
    await userEvent.click(activate());
    await waitFor(() => expect(toast()).toMatchObject({ title: "Activation Failed" }));
    expect(screen.getByRole("alert").textContent).toBe("Failed to activate gift");
    expect(activate()).not.toBeNull();
  });
});

describe("a gift link without data from the server", () => {
  it("is looked up by the browser", async () => {
    stubServer({ [link]: { json: { recipientEmail: "f@b.co", personalMessage: null } } });
    showPage("gift-redeem");
    expect(screen.getByText("Loading your gift...")).not.toBeNull();
    await waitFor(() => expect(heading()).toBe("You've Received a Gift!"));
    expect(screen.queryByText("Personal Message")).toBeNull();
  });

  it("says that it is being loaded when it is tried again", async () => {
    const { forgetAnswers } = await import("#api/answers.ts");
    forgetAnswers();
    const reason = "Too many attempts. Please wait a few minutes and try again.";
    showPage("gift-redeem", { name: "unavailable", isUsed: false, isTemporary: true, reason });
    stubServer({ [link]: { json: { recipientEmail: "f@b.co", personalMessage: null } } });
    fireEvent.click(screen.getByRole("link", { name: "Try again" }));
    expect(screen.getByText("Loading your gift...")).not.toBeNull();
    await waitFor(() => expect(heading()).toBe("You've Received a Gift!"));
  });

  it("that is unknown is not tried again", () => {
    showPage("gift-redeem", {
      name: "unavailable",
      isUsed: false,
      isTemporary: false,
      reason: "Gift link not found",
    });
    expect(screen.queryByRole("link", { name: "Try again" })).toBeNull();
  });

  it.each([
    [404, "Gift link not found"],
    [410, "Gift link expired or used"],
    [503, "Your gift could not be loaded. Please try again in a moment."],
  ])("with status %i says: %s", async (status, sentence) => {
    const { forgetAnswers } = await import("#api/answers.ts");
    forgetAnswers();
    stubServer({ [link]: { status, text: "whatever" } });
    showPage("gift-redeem");
    expect(await screen.findByText(sentence)).not.toBeNull();
    expect(heading()).toBe("Gift Not Available");
  });
});
