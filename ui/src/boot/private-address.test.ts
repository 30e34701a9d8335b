/** Claims about what is removed from the address bar. */

import { expect, test } from "vitest";
import * as paths from "#content/paths.ts";
import { withoutSecrets } from "./private-address.ts";

test("a URL without secrets is unchanged", () => {
  expect(withoutSecrets(paths.gift, "")).toBe(paths.gift);
  expect(withoutSecrets(paths.subscribe, "?for=a%20b")).toBe(`${paths.subscribe}?for=a%20b`);
});

test("e-mail addresses and payment secrets are removed, the kind of purchase stays", () => {
  expect(
    withoutSecrets(paths.downloadSuccess, "?gift=true&buyer=a%40b.co&recipient=f%40b.co"),
  ).toBe(`${paths.downloadSuccess}?gift=true`);
  expect(
    withoutSecrets(
      paths.paymentSuccess,
      "?payment_intent=pi_1&payment_intent_client_secret=pi_1_secret_2&redirect_status=succeeded",
    ),
  ).toBe(paths.paymentSuccess);
  expect(withoutSecrets(paths.redownloadConfirm, "?token=abc")).toBe(paths.redownloadConfirm);
});

test("an e-mail address in the path is removed", () => {
  expect(withoutSecrets(`${paths.downloadSuccess}/a%40b.co`, "")).toBe(paths.downloadSuccess);
  expect(withoutSecrets(`${paths.downloadSuccess}/a@b.co`, "?gift=true&email=x")).toBe(
    `${paths.downloadSuccess}?gift=true`,
  );
});
