/** Claims about the validation of settings. */
import { expect, test } from "vitest";
import { saveMessages } from "#content/messages.ts";
import { contactsOf, EMPTY_SLOT, mayAdd, mayRemove } from "./contact-slots.ts";
import { type SettingsDraft, settingsProblem } from "./rules.ts";

const ana = { id: "1", name: "Ana", phoneNumber: "+61 400 000 001" };
const draft: SettingsDraft = {
  safeWord: "Help",
  pinCode: "4829",
  contacts: [ana, EMPTY_SLOT],
};
const dialog = { safeWord: true, pin: true };
const page = { safeWord: false, pin: false };
const problem = (change: Partial<SettingsDraft>, needs = dialog) =>
  settingsProblem({ ...draft, ...change }, "1234", needs);

test("a complete draft is valid", () => {
  expect(problem({})).toBeUndefined();
  expect(problem({}, page)).toBeUndefined();
});

test.each([
  ["a blank safe word", { safeWord: "  " }, saveMessages.safeWordRequired],
  ["a PIN of three digits", { pinCode: "482" }, saveMessages.invalidPin],
  ["no PIN", { pinCode: "" }, saveMessages.invalidPin],
  ["the demo PIN", { pinCode: "1234" }, saveMessages.demoPin],
  ["no contact", { contacts: [] }, saveMessages.contactRequired],
  ["a contact without name", { contacts: [{ ...ana, name: " " }] }, saveMessages.contactRequired],
  [
    "a contact without number",
    { contacts: [{ ...ana, phoneNumber: "x" }] },
    saveMessages.contactRequired,
  ],
])("%s is refused in the dialog", (_name, change, message) => {
  expect(problem(change)).toBe(message);
});

test("the first of several problems is named: safe word, then PIN, then contact", () => {
  const none = { safeWord: "", pinCode: "", contacts: [] };
  expect(problem(none)).toBe(saveMessages.safeWordRequired);
  expect(problem({ ...none, safeWord: "x" })).toBe(saveMessages.invalidPin);
});

test("the page needs no PIN, and no safe word for the built-in phrases", () => {
  expect(problem({ safeWord: " ", pinCode: "" }, page)).toBeUndefined();
  expect(problem({ safeWord: " " }, { ...page, safeWord: true })).toBe(
    saveMessages.safeWordRequired,
  );
});

test("an own PIN on the page has at least four digits and is not the demo PIN", () => {
  expect(problem({ pinCode: "123" }, page)).toBe(saveMessages.invalidPin);
  expect(problem({ pinCode: "1234" }, page)).toBe(saveMessages.demoPin);
});

test("at least one contact, in any slot, needs name and number", () => {
  expect(problem({ contacts: [{ ...ana, name: " " }] }, page)).toBe(saveMessages.contactRequired);
  expect(problem({ contacts: [EMPTY_SLOT, ana] }, page)).toBeUndefined();
});

test("there are at most two contacts, and the first always stays", () => {
  expect([mayAdd([ana]), mayAdd([ana, EMPTY_SLOT])]).toEqual([true, false]);
  expect(mayRemove([ana], 0)).toBe(false);
  expect(mayRemove([ana, EMPTY_SLOT], 0)).toBe(false);
  expect(mayRemove([ana, EMPTY_SLOT], 1)).toBe(true);
});

test("contacts are trimmed and get an id, and empty slots are dropped", () => {
  const slots = [{ id: "", name: " Ana ", phoneNumber: "1 " }, EMPTY_SLOT];
  const [kept, ...others] = contactsOf(slots, () => "new-id");
  expect(others).toEqual([]);
  expect(kept).toMatchObject({ name: "Ana", phoneNumber: "1" });
  expect(kept?.id).toBe("new-id");
});
