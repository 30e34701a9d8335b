/** Claims about the purchase link and its dialog. */

import { render, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import * as paths from "#content/paths.ts";
import { invalidPurchaseEmail, purchaseEmailFailed } from "#content/shop-messages.ts";
import { BuyLink } from "./buy-link.tsx";

async function openModal(): Promise<HTMLInputElement> {
  render(<BuyLink>Buy</BuyLink>);
  await userEvent.click(screen.getByRole("link", { name: "Buy" }));
  await screen.findByRole("dialog", { name: "Secure Purchase" });
  return screen.getByLabelText<HTMLInputElement>("Email Address");
}

const submit = () => userEvent.click(screen.getByRole("button", { name: /Continue to Payment/ }));

let went: string[];

describe("a purchase link", () => {
  beforeEach(() => {
    went = [];
    vi.spyOn(location, "assign").mockImplementation((url) => void went.push(String(url)));
  });

  it("leads to the checkout without script", () => {
    render(<BuyLink>Buy</BuyLink>);
    expect(screen.getByRole("link", { name: "Buy" }).getAttribute("href")).toBe(paths.checkout);
  });

  it("asks for the address, stores it and goes to the checkout", async () => {
    const field = await openModal();
    await userEvent.type(field, " friend@example.org ");
    await submit();
    expect(localStorage.getItem("silentPartnerPurchaseEmail")).toBe("friend@example.org");
    await waitFor(() => expect(went).toEqual([paths.checkout]));
  });

  it("shows beside the field that an address is invalid, and stays", async () => {
    const field = await openModal();
    await userEvent.type(field, "friend@");
    await submit();
    expect(screen.getByRole("alert").textContent).toBe(invalidPurchaseEmail);
    expect(field.getAttribute("aria-invalid")).toBe("true");
    expect(field.getAttribute("aria-describedby")).toBe(screen.getByRole("alert").id);
    expect(field.value).toBe("friend@");
    expect(localStorage.getItem("silentPartnerPurchaseEmail")).toBeNull();
    expect(went).toEqual([]);
  });

  it("shows an error when the address cannot be stored", async () => {
    const field = await openModal();
    const setItem = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
    vi.stubGlobal("localStorage", { getItem: () => null, setItem });
    await userEvent.type(field, "friend@example.org");
    await submit();
    expect(screen.getByRole("alert").textContent).toBe(purchaseEmailFailed);
    expect(went).toEqual([]);
  });

  it("closes on Escape and returns the focus", async () => {
    await openModal();
    await userEvent.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole("link", { name: "Buy" })),
    );
  });
});
