/** What stays in the address bar. */
import { expect, test } from "vitest";
import { withoutSecrets } from "./private-address.ts";

test("an address without secrets stays as it is", () => {
  expect(withoutSecrets("/gift", "")).toBe("/gift");
  expect(withoutSecrets("/subscribe", "?for=a%20b")).toBe("/subscribe?for=a%20b");
});

test("e-mail addresses and payment secrets go, the kind of purchase stays", () => {
  expect(withoutSecrets("/download-success", "?gift=true&buyer=a%40b.co&recipient=f%40b.co")).toBe(
    "/download-success?gift=true",
  );
  expect(
    withoutSecrets(
      "/payment-success",
      "?payment_intent=pi_1&payment_intent_client_secret=pi_1_secret_2&redirect_status=succeeded",
    ),
  ).toBe("/payment-success");
  expect(withoutSecrets("/redownload/confirm", "?token=abc")).toBe("/redownload/confirm");
});

test("an e-mail address in the path goes too", () => {
  expect(withoutSecrets("/download-success/a%40b.co", "")).toBe("/download-success");
  expect(withoutSecrets("/download-success/a@b.co", "?gift=true&email=x")).toBe(
    "/download-success?gift=true",
  );
});
