/** Claims about what was typed into the settings' form and not saved. */
import { expect, test, vi } from "vitest";
import { DEFAULT_SETTINGS } from "#store/settings/settings.ts";
import type { FormContent } from "./unsaved.ts";

const slot = { id: "", name: "Ana", phoneNumber: "" };
const stored: FormContent = { values: DEFAULT_SETTINGS, contacts: [] };
const typed: FormContent = {
  values: { ...DEFAULT_SETTINGS, emergencyMessage: "Come to the station" },
  contacts: [slot],
};

/** The module as a document loads it that knows nothing of the one before. */
async function nextDocument() {
  vi.resetModules();
  return import("./unsaved.ts");
}

test("is there again after another document was loaded", async () => {
  const before = await nextDocument();
  before.noteUnsaved(stored, typed);
  const after = await nextDocument();
  expect(after.withUnsaved(stored)).toEqual({ content: typed, gaveWay: false });
});

test("is forgotten once the form holds what is stored", async () => {
  const before = await nextDocument();
  before.noteUnsaved(stored, typed);
  before.noteUnsaved(stored, stored);
  expect(sessionStorage).toHaveLength(0);
  const after = await nextDocument();
  expect(after.withUnsaved(stored)).toEqual({ content: stored, gaveWay: false });
});

const ben = { id: "b", name: "Ben", phoneNumber: "112" };

test("is not taken for an edit of settings that were changed since", async () => {
  const before = await nextDocument();
  before.noteUnsaved(stored, typed);
  const after = await nextDocument();
  const values = { ...DEFAULT_SETTINGS, emergencyMessage: "I am at home", safeWord: "Lighthouse" };
  expect(after.withUnsaved({ ...stored, values })).toEqual({
    content: { values, contacts: [slot] },
    gaveWay: true,
  });
  const changed = { values, contacts: [ben] };
  expect(after.withUnsaved(changed)).toEqual({ content: changed, gaveWay: true });
});

test("is there beside other settings that were changed since", async () => {
  const before = await nextDocument();
  before.noteUnsaved(stored, typed);
  const after = await nextDocument();
  const changes = { safeWord: "Lighthouse", isListeningEnabled: true };
  const changed = { ...stored, values: { ...DEFAULT_SETTINGS, ...changes } };
  const content = { ...typed, values: { ...typed.values, ...changes } };
  expect(after.withUnsaved(changed)).toEqual({ content, gaveWay: false });
});

test("gives way to the same in silence, and an empty slot is nothing", async () => {
  const { noteUnsaved, withUnsaved } = await nextDocument();
  noteUnsaved(stored, typed);
  expect(withUnsaved(typed)).toEqual({ content: typed, gaveWay: false });
  const empty = { id: "", name: "", phoneNumber: "" };
  noteUnsaved(stored, { ...typed, contacts: [empty] });
  const changed = { ...stored, contacts: [ben] };
  expect(withUnsaved(changed)).toEqual({ content: { ...typed, contacts: [ben] }, gaveWay: false });
});
