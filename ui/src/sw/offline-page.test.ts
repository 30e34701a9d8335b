/** Claims about the page that stands in the place of one that needs a connection. */
import { expect, test } from "vitest";
import * as paths from "#content/paths.ts";
import { offlinePage } from "./offline-page.ts";

test("leads back to the app, under the title of the disguise, and names no product", async () => {
  const page = offlinePage();
  const text = await page.text();
  expect(text).toContain(`<a href="${paths.heartMonitor}">`);
  expect(text).toContain("<title>Heart Rate</title>");
  expect(text).not.toMatch(/partner|protect|emergency|safety/i);
});

test("is an error, runs no script and is not stored", () => {
  const { status, headers } = offlinePage();
  expect(status).toBe(503);
  expect(headers.get("cache-control")).toBe("no-store");
  expect(headers.get("content-security-policy")).toContain("default-src 'none'");
});
