/** Claims about the validation of settings. */
import { expect, test } from "vitest";
import { saveMessages } from "#content/messages.ts";
import { contactsOf, EMPTY_SLOT, mayAdd, mayRemove } from "./contact-slots.ts";
import { errorAt, type Needs, type SettingsDraft, settingsProblem } from "./rules.ts";

const ana = { id: "1", name: "Ana", phoneNumber: "+61 400 000 001" };
const draft: SettingsDraft = {
  safeWord: "Help",
  pin: { present: "", wanted: "4829", repeated: "4829" },
  contacts: [ana, EMPTY_SLOT],
};
const newPin = { hasPin: false, demoPin: "1234", isRequired: true };
const dialog: Needs = { safeWord: true, contact: true, pin: newPin };
const page: Needs = { safeWord: false, contact: false, pin: { ...newPin, isRequired: false } };
const problem = (change: Partial<SettingsDraft>, needs = dialog) =>
  settingsProblem({ ...draft, ...change }, needs)?.message;
const typed = (wanted: string, repeated = wanted, present = "") => ({
  pin: { wanted, repeated, present },
});

test("a complete draft is valid", () => {
  expect(problem({})).toBeUndefined();
  expect(problem({}, page)).toBeUndefined();
});

test.each([
  ["a blank safe word", { safeWord: "  " }, saveMessages.safeWordRequired],
  ["a safe word of three letters", { safeWord: "pea" }, saveMessages.safeWordShort],
  ["a PIN of three digits", typed("482"), saveMessages.invalidPin],
  ["no PIN", typed(""), saveMessages.invalidPin],
  ["the demo PIN", typed("1234"), saveMessages.demoPin],
  ["no contact", { contacts: [] }, saveMessages.contactRequired],
  ["a contact without name", { contacts: [{ ...ana, name: " " }] }, saveMessages.contactRequired],
  [
    "a contact without number",
    { contacts: [{ ...ana, phoneNumber: " " }] },
    saveMessages.contactRequired,
  ],
  [
    "a message that is too long",
    { emergencyMessage: "x".repeat(481) },
    saveMessages.messageTooLong,
  ],
  [
    "a number that cannot be dialled",
    { contacts: [ana, { ...ana, phoneNumber: "+61 400 000 002 ext 5" }] },
    saveMessages.invalidPhone,
  ],
])("%s is refused in the dialog", (_name, change, message) => {
  expect(problem(change)).toBe(message);
});

test("the first of several problems is named: safe word, then PIN, then contact", () => {
  const none = { safeWord: "", ...typed(""), contacts: [] };
  expect(problem(none)).toBe(saveMessages.safeWordRequired);
  expect(problem({ ...none, safeWord: "xylophone" })).toBe(saveMessages.invalidPin);
});

test("the page needs no PIN, and no safe word for the built-in phrases", () => {
  expect(problem({ safeWord: " ", ...typed("") }, page)).toBeUndefined();
  expect(problem({ safeWord: " " }, { ...page, safeWord: true })).toBe(
    saveMessages.safeWordRequired,
  );
});

test("an own PIN on the page has at least four digits and is not the demo PIN", () => {
  expect(problem(typed("123"), page)).toBe(saveMessages.invalidPin);
  expect(problem(typed("1234"), page)).toBe(saveMessages.demoPin);
});

test("the page may be saved without a whole contact", () => {
  expect(problem({ contacts: [] }, page)).toBeUndefined();
  expect(problem({ contacts: [{ ...ana, name: " " }] }, page)).toBeUndefined();
});

test("a new PIN is typed twice, and after the present one where there is one", () => {
  expect(problem(typed("4829", "4828"))).toBe(saveMessages.pinsDiffer);
  expect(problem(typed("4829", ""))).toBe(saveMessages.pinsDiffer);
  const change = { ...dialog, pin: { ...newPin, hasPin: true } };
  expect(problem(typed("4829"), change)).toBe(saveMessages.presentPin);
  expect(problem(typed("4829", "4829", "1357"), change)).toBeUndefined();
});

test("without a new PIN the one that there is stays", () => {
  expect(problem(typed(""), { ...dialog, pin: { ...newPin, hasPin: true } })).toBeUndefined();
});

test("in the dialog one contact, in any slot, needs name and number", () => {
  expect(problem({ contacts: [EMPTY_SLOT, ana] })).toBeUndefined();
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

test.each([
  ["safeWord", { safeWord: "" }],
  ["wanted", typed("482")],
  ["repeated", typed("4829", "4828")],
  ["emergencyMessage", { emergencyMessage: "x".repeat(481) }],
  ["number-1", { contacts: [ana, { ...ana, phoneNumber: "abc" }] }],
  ["name-0", { contacts: [{ ...ana, name: "" }] }],
  ["number-0", { contacts: [{ ...ana, phoneNumber: "" }] }],
] as const)("the problem is at the field %s", (field, change) => {
  const found = settingsProblem({ ...draft, ...change }, dialog);
  expect(found?.field).toBe(field);
  expect(errorAt(found, field)).toMatch(/\w/);
  expect(errorAt(found, "present")).toBeNull();
});
