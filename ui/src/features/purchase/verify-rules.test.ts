/** Claims about the validation of the verify and redownload forms. */
import { expect, test } from "vitest";
import { checkRedownloadEmail, checkVerifyEmail } from "./verify-rules.ts";

test("the verify form rejects an empty address and one without an @", () => {
  for (const email of ["", "   ", "nobody"]) {
    expect(checkVerifyEmail(email)).toMatchObject({
      title: "Valid Email Required",
      description: "Please enter the email address used for your purchase.",
    });
  }
  expect(checkVerifyEmail("a@b")).toBeNull();
});

test("the redownload form rejects only an empty address", () => {
  expect(checkRedownloadEmail("  ")).toMatchObject({
    title: "Email Required",
    description: "Please enter your email address.",
  });
  expect(checkRedownloadEmail("nobody")).toBeNull();
});
