/** Claims about what the worker answers and what it keeps out of. */
import { expect, test } from "vitest";
import { planFor } from "./routes.ts";

const visit = (pathname: string) =>
  planFor({ method: "GET", isNavigation: true, isOwnOrigin: true, pathname });
const load = (pathname: string, method = "GET", isOwnOrigin = true) =>
  planFor({ method, isNavigation: false, isOwnOrigin, pathname });

test.each(["/app", "/settings", "/voice", "/home", "/lockdown", "/post-download", "/app/"])(
  "%s opens from the device",
  (path) => {
    expect(visit(path)).toMatchObject({ type: "shell" });
  },
);

test.each([
  "/checkout",
  "/gift",
  "/gift/abc",
  "/gift-redeem/abc",
  "/payment-success",
  "/paypal-success",
  "/download-success",
  "/download-success/a@b.c",
  "/unknown",
])("the worker keeps out of %s", (path) => {
  expect(visit(path)).toEqual({ type: "pass" });
});

test("no call is ever answered or kept", () => {
  expect(load("/api/contacts/primary")).toEqual({ type: "pass" });
  expect(load("/api/contacts", "POST")).toEqual({ type: "pass" });
});

test("a form that is sent goes to the server", () => {
  expect(
    planFor({ method: "POST", isNavigation: true, isOwnOrigin: true, pathname: "/verify" }),
  ).toEqual({ type: "pass" });
});

test("what belongs to others passes", () => {
  expect(load("/assets/x.js", "GET", false)).toEqual({ type: "pass" });
});

test("the main address asks the network first and else opens the main screen", () => {
  expect(visit("/")).toEqual({ type: "race", fallback: "/home" });
});

test("a public page that does not answer opens the heart monitor, which tells nobody anything", () => {
  for (const path of ["/subscribe", "/redownload", "/verify"]) {
    expect(visit(path)).toEqual({ type: "race", fallback: "/app" });
  }
});
