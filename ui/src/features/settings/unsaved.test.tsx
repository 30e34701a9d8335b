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
  expect(after.unsavedSince(stored)).toEqual(typed);
});

test("is forgotten once the form holds what is stored", async () => {
  const before = await nextDocument();
  before.noteUnsaved(stored, typed);
  before.noteUnsaved(stored, stored);
  expect(sessionStorage).toHaveLength(0);
  const after = await nextDocument();
  expect(after.unsavedSince(stored)).toBeNull();
});

test("is not taken for an edit of settings that were changed since", async () => {
  const before = await nextDocument();
  before.noteUnsaved(stored, typed);
  const after = await nextDocument();
  const changed = { ...stored, values: { ...DEFAULT_SETTINGS, safeWord: "Lighthouse" } };
  expect(after.unsavedSince(changed)).toBeNull();
});
