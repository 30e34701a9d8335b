/** Claims about what the worker answers and what it keeps out of. */

import { expect, test } from "vitest";
import * as endpoints from "#content/endpoints.ts";
import * as paths from "#content/paths.ts";
import { planFor } from "./routes.ts";

const visit = (pathname: string) =>
  planFor({ method: "GET", isNavigation: true, isOwnOrigin: true, pathname });
const load = (pathname: string, method = "GET", isOwnOrigin = true) =>
  planFor({ method, isNavigation: false, isOwnOrigin, pathname });

test.each([
  paths.heartMonitor,
  paths.settings,
  paths.voice,
  paths.home,
  paths.lockdown,
  paths.postDownload,
  `${paths.heartMonitor}/`,
])("%s opens from the device", (path) => {
  expect(visit(path)).toMatchObject({ type: "shell" });
});

test.each([
  paths.checkout,
  paths.gift,
  paths.giftPage("abc"),
  "/gift-redeem/abc",
  paths.paymentSuccess,
  paths.paypalSuccess,
  paths.downloadSuccess,
  `${paths.downloadSuccess}/a@b.c`,
  "/unknown",
])("the worker keeps out of %s", (path) => {
  expect(visit(path)).toEqual({ type: "pass" });
});

test("no call is ever answered or kept", () => {
  expect(load(endpoints.primaryContact)).toEqual({ type: "pass" });
  expect(load(endpoints.contacts, "POST")).toEqual({ type: "pass" });
});

test("a form that is sent goes to the server", () => {
  expect(
    planFor({ method: "POST", isNavigation: true, isOwnOrigin: true, pathname: paths.verify }),
  ).toEqual({ type: "pass" });
});

test("what belongs to others passes", () => {
  expect(load(`${paths.assets}x.js`, "GET", false)).toEqual({ type: "pass" });
});

test("the main address asks the network first and else opens the main screen", () => {
  expect(visit(paths.landing)).toEqual({ type: "race", fallback: paths.home });
});

test("a public page that does not answer opens the heart monitor, which tells nobody anything", () => {
  for (const path of [paths.subscribe, paths.redownload, paths.verify]) {
    expect(visit(path)).toEqual({ type: "race", fallback: paths.heartMonitor });
  }
});
