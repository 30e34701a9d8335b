/** Every public page against axe's WCAG 2.2 AA rules, narrow and wide, light and dark. */
import { describe, expect, test } from "vitest";
import { findingsOn } from "./axe.ts";
import { manyBuyers, stage } from "./stage.ts";

const paths = [
  "/",
  "/checkout",
  "/subscribe",
  "/gift",
  "/verify",
  "/redownload",
  "/payment-success",
  "/paypal-success",
  "/download-success",
  "/app",
  "/home",
  "/lockdown",
  "/settings",
  "/voice",
  "/post-download",
];

const on = stage(manyBuyers);

/** An address entered before, without which the checkout leads home. */
const withPurchaseEmail = () => ({
  storageState: {
    cookies: [],
    origins: [
      {
        origin: on.server.origin,
        localStorage: [{ name: "silentPartnerPurchaseEmail", value: "buyer@example.org" }],
      },
    ],
  },
});

describe.each(paths)("%s", (path) => {
  test.each([
    { width: 320, colorScheme: "light" as const },
    { width: 1280, colorScheme: "dark" as const },
  ])("has no finding at $width px, $colorScheme", async ({ width, colorScheme }) => {
    const { page, close } = await on.visit({
      ...withPurchaseEmail(),
      viewport: { width, height: 800 },
      colorScheme,
      bypassCSP: true,
    });
    await page.goto(path, { waitUntil: "networkidle" });
    expect(await findingsOn(page)).toEqual([]);
    await close();
  });
});
