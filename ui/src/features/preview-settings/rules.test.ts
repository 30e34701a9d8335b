/** Claims about the settings page's rules. */
import { expect, test } from "vitest";
import { saveMessages } from "#content/messages.ts";
import { mayAdd, mayRemove, pinDigits, type SettingsDraft, settingsProblem } from "./rules.ts";

const ana = { id: "1", name: "Ana", phoneNumber: "0400 000 000" };
const empty = { id: "2", name: "", phoneNumber: "" };
const draft: SettingsDraft = {
  wakeWordMode: "smart_assistant",
  safeWord: "Help",
  pinCode: "",
  contacts: [ana],
};
const problem = (change: Partial<SettingsDraft>) =>
  settingsProblem({ ...draft, ...change }, "1234");

test("a contact with name and number and no own PIN may be saved", () => {
  expect(problem({})).toBeUndefined();
});

test("custom mode needs a safe word, the built-in phrases do not", () => {
  expect(problem({ wakeWordMode: "custom", safeWord: " " })).toBe(saveMessages.safeWordRequired);
  expect(problem({ safeWord: " " })).toBeUndefined();
});

test("an own PIN has at least four digits and is not the one that is printed in public", () => {
  expect(problem({ pinCode: "123" })).toBe(saveMessages.invalidPin);
  expect(problem({ pinCode: "1234" })).toBe(saveMessages.demoPin);
  expect(problem({ pinCode: "4321" })).toBeUndefined();
});

test("at least one contact needs both name and number", () => {
  expect(problem({ contacts: [{ ...ana, name: " " }] })).toBe(saveMessages.contactRequired);
  expect(problem({ contacts: [empty, ana] })).toBeUndefined();
});

test("there are at most two contacts, and the first always stays", () => {
  expect([mayAdd([ana]), mayAdd([ana, empty])]).toEqual([true, false]);
  expect(mayRemove([ana], 0)).toBe(false);
  expect(mayRemove([ana, empty], 0)).toBe(false);
  expect(mayRemove([ana, empty], 1)).toBe(true);
});

test("a PIN field keeps six digits", () => {
  expect(pinDigits("12a34 5678")).toBe("123456");
});
