/** Claims about the link that opens the messages app. */
import { expect, test } from "vitest";
import { dialable } from "#content/phone-number.ts";
import { smsLink } from "./sms.ts";

test("Android separates the body with ?, iOS with &", () => {
  expect(smsLink("+61 400 000 001", "a b", false)).toBe("sms:+61400000001?body=a%20b");
  expect(smsLink("+61 400 000 001", "a b", true)).toBe("sms:+61400000001&body=a%20b");
});

test("nothing in the words can end the body or begin another field", () => {
  const body = "a&body=b?x=1;y#z%0d+\nc";
  const link = smsLink("112", body, true);
  expect(link.slice("sms:112&body=".length)).not.toMatch(/[&?;#\s+]/);
  expect(decodeURIComponent(link.slice("sms:112&body=".length))).toBe(body);
});

test("a number keeps its digits and a leading plus", () => {
  expect(dialable(" +61 (400) 000-001 ")).toBe("+61400000001");
  expect(dialable("04+00;body=x")).toBe("0400");
});
