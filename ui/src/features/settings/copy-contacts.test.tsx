/** Claims about the copies that a form leaves for the server. */
import { waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { contactCopiesRecord } from "#store/settings/contact-copies.ts";
import { DEFAULT_SETTINGS, settingsRecord } from "#store/settings/settings.ts";
import { copyToServer, voidStaleCopies } from "./copy-contacts.ts";

const ana = { id: "a", name: "Ana", phoneNumber: "+61400000001" };
const ben = { id: "b", name: "Ben", phoneNumber: "+61400000002" };
const nameless = { ...ana, name: "" };
/** The due copies, as what the server's two places will have. */
const due = () => contactCopiesRecord.read().map(({ slot, name }) => [slot, name]);
const gone = "Emergency Contact";

/** How often sending was begun: another tab sends. */
let begun = 0;

beforeEach(() => {
  begun = 0;
  const request = async () => {
    begun += 1;
  };
  vi.stubGlobal("navigator", { ...navigator, locks: { request } });
});

describe("a form that copies its contacts", () => {
  test("copies each to its place", async () => {
    await copyToServer([ana, ben], []);
    expect(due()).toEqual([
      [0, "Ana"],
      [1, "Ben"],
    ]);
  });

  test.each([
    ["is removed", [ana]],
    ["has no number any more", [ana, { ...ben, phoneNumber: "" }]],
  ])("overwrites a second contact that %s, also after another save", async (_, contacts) => {
    await copyToServer(contacts, [ana, ben]);
    const left = [
      [0, "Ana"],
      [1, gone],
    ];
    expect(due()).toEqual(left);
    await copyToServer([ana], [ana]);
    expect(due().sort()).toEqual(left);
  });

  test("overwrites both when both are removed, and no second one where there was none", async () => {
    await copyToServer([], [ana]);
    expect(due()).toEqual([[0, gone]]);
    await copyToServer([], [ana, ben]);
    expect(due()).toEqual([
      [0, gone],
      [1, gone],
    ]);
  });
});

describe("contacts that stay on the device overwrite", () => {
  test.each([
    ["nothing where they are the same", [ana, ben], [ana, ben], []],
    ["a second one that is another", [ana, ben], [ana, { ...ben, name: "Cleo" }], [[1, gone]]],
    ["a second one that is removed", [ana, ben], [ana], [[1, gone]]],
    [
      "both where the second is now the first",
      [ana, ben],
      [ben],
      [
        [0, gone],
        [1, gone],
      ],
    ],
    ["no second one where there was none", [ana], [ana, ben], []],
    [
      "the first place where that had the second contact, as the first has no name",
      [nameless, ben],
      [nameless, { ...ben, name: "Cleo" }],
      [[0, gone]],
    ],
  ])("%s", async (_, before, now, expected) => {
    settingsRecord.write({ ...DEFAULT_SETTINGS, contacts: now });
    voidStaleCopies(before);
    expect(due()).toEqual(expected);
    await waitFor(() => expect(begun).toBe(expected.length === 0 ? 0 : 1));
  });
});
