/** Claims about what the rows of the settings say. */
import { describe, expect, test } from "vitest";
import { DEFAULT_SETTINGS, type Settings } from "#store/settings/settings.ts";
import { quicklySealed } from "#test/sealed-pin.ts";
import { contactsText, disguiseText, messageText, pinText } from "./row-texts.ts";

const withSettings = (changed: Partial<Settings>): Settings => ({
  ...DEFAULT_SETTINGS,
  ...changed,
});
const withContacts = (...pairs: readonly (readonly [string, string])[]) =>
  withSettings({
    contacts: pairs.map(([name, phoneNumber]) => ({ id: phoneNumber, name, phoneNumber })),
  });

describe("the contacts", () => {
  test.each([
    [withContacts(), "Nobody yet"],
    [withContacts(["Ana Maria Papadimitriou", "+61400000001"]), "1 contact: Ana"],
    [withContacts(["Ana", "+61400000001"], [" Ben ", "+61400000002"]), "2 contacts: Ana and Ben"],
    [withContacts(["", "+61400000001"]), "1 contact: +61400000001"],
    // One person under two names is told once.
    [withContacts(["Ana", "+61400000001"], ["Mum", "+61 400 000 001"]), "1 contact: Ana"],
  ])("are counted as an emergency counts them, by their first names", (settings, text) => {
    expect(contactsText(settings)).toEqual({ text });
  });

  test("with a number that cannot be dialled need care, whoever else can be told", () => {
    const settings = withContacts(["Ana", "+61400000001"], ["Ben Oduya", "call him"]);
    expect(contactsText(settings)).toEqual({ text: "Check the number of Ben", isBad: true });
  });
});

test.each([
  [DEFAULT_SETTINGS.emergencyMessage, "The default text"],
  ["Come to me now.", "Yours: Come to me now."],
  ["Come to the station.\nTrack  four, by the kiosk.", "Yours: Come to the station..."],
  ["Come to my work, the red house.", "Yours: Come to my work, the red..."],
  ["Aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", "Yours: Aaaaaaaaaaaaaaaaaaaaaaaa..."],
  ["  ", "No words of your own"],
])("the message %j is told by its beginning, on one line", (emergencyMessage, text) => {
  expect(messageText(withSettings({ emergencyMessage }))).toEqual({ text });
});

test("the PIN is said to be there or not, and which code unlocks without one", async () => {
  expect(pinText(DEFAULT_SETTINGS, "4321").text).toBe("None yet: 4321 unlocks");
  const pinCode = await quicklySealed("602214");
  const told = (asksForCode: boolean) =>
    pinText(withSettings({ pinCode, asksForCode }), "4321").text;
  expect(told(true)).toBe("Your own, asked for first");
  expect(told(false)).toBe("Your own");
});

test("the disguise says what is seen, and that it needs an own PIN", async () => {
  const pinCode = await quicklySealed("602214");
  const chosen = disguiseText(withSettings({ pinCode, staysDisguised: true }));
  expect(chosen).toEqual({ text: "On: the heart monitor stays" });
  expect(disguiseText(withSettings({ staysDisguised: true }))).toEqual({
    text: "On, but it needs your own PIN",
    isBad: true,
  });
  expect(disguiseText(DEFAULT_SETTINGS).text).toContain("lock appears");
});
