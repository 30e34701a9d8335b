/** Claims about acceptable settings (spec section 5). */
import { expect, test } from "vitest";
import { saveMessages } from "#content/messages.ts";
import { settingsProblem } from "./rules.ts";

const draft = {
  safeWord: "Help",
  pinCode: "4829",
  contacts: [
    { name: "Ana", phoneNumber: "+61 400 000 001" },
    { name: "", phoneNumber: "" },
  ],
};

test("a whole draft may be saved", () => {
  expect(settingsProblem(draft, "1234")).toBeUndefined();
});

test.each([
  ["a blank safe word", { safeWord: "  " }, saveMessages.safeWordRequired],
  ["a PIN of three digits", { pinCode: "482" }, saveMessages.invalidPin],
  ["no PIN", { pinCode: "" }, saveMessages.invalidPin],
  ["the demo PIN", { pinCode: "1234" }, saveMessages.demoPin],
  ["no contact", { contacts: [] }, saveMessages.contactRequired],
  [
    "a contact without name",
    { contacts: [{ name: " ", phoneNumber: "1" }] },
    saveMessages.contactRequired,
  ],
  [
    "a contact without number",
    { contacts: [{ name: "A", phoneNumber: "x" }] },
    saveMessages.contactRequired,
  ],
])("%s is refused", (_name, change, message) => {
  expect(settingsProblem({ ...draft, ...change }, "1234")).toBe(message);
});

test("the first of several problems is named: safe word, then PIN, then contact", () => {
  expect(settingsProblem({ safeWord: "", pinCode: "", contacts: [] }, "1234")).toBe(
    saveMessages.safeWordRequired,
  );
  expect(settingsProblem({ safeWord: "x", pinCode: "", contacts: [] }, "1234")).toBe(
    saveMessages.invalidPin,
  );
});
