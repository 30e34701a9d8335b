/** Claims about which requests the service worker answers. */

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

test.each([paths.subscribe, paths.redownload, paths.verify, paths.yourData, paths.privacy])(
  "%s comes from the network, or there is a way back to the app",
  (path) => {
    expect(visit(path)).toEqual({ type: "online" });
  },
);

test.each([
  paths.checkout,
  paths.redownloadConfirm,
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

test("the API is neither answered nor cached", () => {
  expect(load(endpoints.primaryContact)).toEqual({ type: "pass" });
  expect(load(endpoints.contacts, "POST")).toEqual({ type: "pass" });
});

test("a posted form goes to the server", () => {
  expect(
    planFor({ method: "POST", isNavigation: true, isOwnOrigin: true, pathname: paths.verify }),
  ).toEqual({ type: "pass" });
});

test("requests to other origins pass", () => {
  expect(load(`${paths.assets}x.js`, "GET", false)).toEqual({ type: "pass" });
});

test("the main address is the app's only on a device with the app", () => {
  expect(visit(paths.landing)).toEqual({ type: "main" });
});
