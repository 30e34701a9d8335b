/** Claims about the banner for the full app or the demo. */
import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import * as paths from "#content/paths.ts";
import { AccessBanner } from "./access-banner.tsx";

test("a device on which a mail's link was opened without the purchase is shown the way to it", () => {
  render(<AccessBanner />);
  expect(screen.getByText("Demo Preview Mode")).toBeTruthy();
  const link = screen.getByRole("link", { name: "Bought it?" });
  expect(link.getAttribute("href")).toBe(paths.redownload);
});
