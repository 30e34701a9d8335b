/** Every public page against axe's WCAG 2.2 AA rules, narrow and wide, light and dark. */
import { createRequire } from "node:module";
import { describe, expect, test } from "vitest";
import { stage } from "./stage.ts";

const axePath = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
const rules = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
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

type AxeResult = {
  violations: { id: string; nodes: { target: string[]; failureSummary: string }[] }[];
};

const on = stage();

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
    // Injecting the checker is what the content policy is there to stop.
    const { page, close } = await on.visit({
      ...withPurchaseEmail(),
      viewport: { width, height: 800 },
      colorScheme,
      bypassCSP: true,
    });
    await page.goto(path, { waitUntil: "networkidle" });
    await page.addScriptTag({ path: axePath });
    const result = await page.evaluate(
      (values) =>
        (
          globalThis as unknown as {
            axe: { run: (root: Document, options: object) => Promise<AxeResult> };
          }
        ).axe.run(document, { runOnly: { type: "tag", values } }),
      rules,
    );
    expect(
      result.violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target)}`),
    ).toEqual([]);
    await close();
  });

  test("does not scroll sideways at 320 px", async () => {
    const { page, close } = await on.visit({
      ...withPurchaseEmail(),
      viewport: { width: 320, height: 640 },
    });
    await page.goto(path);
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow).toBe(0);
    await close();
  });
});
