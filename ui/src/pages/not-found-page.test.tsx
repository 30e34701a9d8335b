/** Claims about the page for unknown paths. */
import { render, screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { NotFoundPage } from "./not-found-page.tsx";

describe("Page Not Found", () => {
  it("shows the message and a link to the landing page", () => {
    render(<NotFoundPage />);
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Page Not Found");
    expect(screen.getByText("The page you're looking for doesn't exist.")).not.toBeNull();
    expect(screen.getByRole("link", { name: "Back to Home" }).getAttribute("href")).toBe("/");
  });
});
