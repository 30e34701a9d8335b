/** Claims about what the first script reads of the settings. */
import { afterEach, expect, test, vi } from "vitest";
import { knownMessages } from "./known-lock.ts";

afterEach(() => {
  vi.unstubAllGlobals();
});

/** Local storage with settings in it. */
function store(settings: unknown) {
  const text = typeof settings === "string" ? settings : JSON.stringify(settings);
  vi.stubGlobal("window", { localStorage: { getItem: () => text } });
}

test("messages go to the contacts whose number a phone can dial", () => {
  const ana = { id: "a", name: "Ana", phoneNumber: "+61 400 000 001" };
  const others = ["", "ask Ben", "12"].map((phoneNumber) => ({
    id: "b",
    name: "Ben",
    phoneNumber,
  }));
  store({ contacts: [ana, ...others], emergencyMessage: "Come" });
  expect(knownMessages()).toEqual({ text: "Come", messages: [ana], location: null });
});

test.each([
  "{",
  "null",
  "[]",
  { contacts: "Ana" },
  { contacts: [null] },
  { contacts: [{ phoneNumber: 1 }] },
])("settings of another shape (%j) have none", (settings) => {
  store(settings);
  expect(knownMessages()).toEqual({});
});
