/** Claims about the page for buyers whose payment cannot be looked up. */
import { screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { showPage } from "#test/page.tsx";

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
