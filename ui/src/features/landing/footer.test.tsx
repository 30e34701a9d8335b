/** Claims about the visitor counter. */
import { render, screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { VisitorCounter } from "./footer.tsx";

describe("the visitor counter", () => {
  it("shows 20247 and this browser's visits, counting this one", () => {
    localStorage.setItem("silentPartnerVisits", "4");
    render(<VisitorCounter />);
    expect(screen.getByText("20252")).not.toBeNull();
    expect(localStorage.getItem("silentPartnerVisits")).toBe("5");
  });

  it.each(["", "-3", "many", "0"])("starts at one when the count reads '%s'", (text) => {
    localStorage.setItem("silentPartnerVisits", text);
    render(<VisitorCounter />);
    expect(screen.getByText("20248")).not.toBeNull();
  });
});
