/** Claims about what is said of the device's storage. */
import { expect, test } from "vitest";
import { homesText, storageState } from "./storage-state.ts";

const facts = { isKept: false, isWebKit: false, isInstalled: false };

test("a browser that promised to keep the data is said to keep it, whichever it is", () => {
  for (const isWebKit of [true, false]) {
    expect(storageState({ ...facts, isWebKit, isKept: true })).toEqual({
      text: "This browser keeps them until you delete them.",
      mayAsk: false,
    });
  }
});

test("Safari's 7 days are said of a website, and not of an app on the home screen", () => {
  for (const isKept of [false, null]) {
    expect(storageState({ ...facts, isKept, isWebKit: true }).text).toContain("7 days");
    const installed = storageState({ isKept, isWebKit: true, isInstalled: true });
    expect(installed.text).not.toContain("7 days");
  }
});

test("a browser that promised nothing can be asked, one that says nothing cannot", () => {
  expect(storageState(facts)).toMatchObject({ mayAsk: true });
  expect(storageState({ ...facts, isKept: null })).toMatchObject({ mayAsk: false });
});

test("a recording is said to be kept twice only where both homes exist and have room", () => {
  for (const hasDatabase of [true, false]) {
    for (const hasFiles of [true, false]) {
      for (const hasRoom of [true, false]) {
        const text = homesText({ hasDatabase, hasFiles, hasRoom });
        const homes = Number(hasDatabase) + Number(hasFiles && hasRoom);
        const words = ["keeps no recordings", "kept once", "kept twice"];
        expect(words.findIndex((word) => text.includes(word))).toBe(homes);
      }
    }
  }
});
