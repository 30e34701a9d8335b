/** Claims about acceptable contacts. */
import { expect, test } from "vitest";
import { saveMessages } from "#content/messages.ts";
import { contactProblem, tidied } from "./rules.ts";

test("a contact is trimmed, and one without a name gets the default name", () => {
  expect(tidied({ name: "  ", phoneNumber: " 112 " })).toEqual({
    name: "Emergency Contact",
    phoneNumber: "112",
  });
});

test.each(["", "   ", "n/a"])("the number %j is refused", (phoneNumber) => {
  expect(contactProblem({ name: "Ana", phoneNumber })).toBe(saveMessages.invalidPhone);
});

test("a number with a digit is accepted", () => {
  expect(contactProblem({ name: "", phoneNumber: "000" })).toBeUndefined();
});
