/** Claims about the country that is guessed. */
import { describe, expect, test } from "vitest";
import { countryOfNumber, guessCountry, isSpecified, type Signs } from "./guess-rules.ts";
import { countryOfZone } from "./zones.ts";

const nothing: Signs = { chosen: "", timeZone: "UTC", languages: ["en"], contactNumbers: [] };
const guess = (signs: Partial<Signs>) => guessCountry({ ...nothing, ...signs });

describe("the guess", () => {
  test("is none where nothing tells a country", () => {
    expect(guess({})).toBeUndefined();
    expect(guess({ timeZone: "Etc/GMT+1", contactNumbers: ["0151 23456789"] })).toBeUndefined();
    expect(guess({ timeZone: "", languages: [] })).toBeUndefined();
  });

  test("follows, in this order: choice, time zone, contacts, language", () => {
    const chosen = { chosen: "FR" };
    const zone = { timeZone: "Pacific/Auckland" };
    const contacts = { contactNumbers: ["+49 151 23456789"] };
    const language = { languages: ["pt-BR", "en-US"] };
    expect(guess({ ...language })).toBe("BR");
    expect(guess({ ...language, ...contacts })).toBe("DE");
    expect(guess({ ...language, ...contacts, ...zone })).toBe("NZ");
    expect(guess({ ...language, ...contacts, ...zone, ...chosen })).toBe("FR");
  });

  test("is what was chosen, whatever else is known", () => {
    for (const timeZone of Intl.supportedValuesOf("timeZone")) {
      expect(
        guess({ timeZone, chosen: "IE", contactNumbers: ["+1 202"], languages: ["de-DE"] }),
      ).toBe("IE");
    }
  });

  test("believes contacts only where all of them agree", () => {
    expect(guess({ contactNumbers: ["+49 151 1", "+49 30 2"] })).toBe("DE");
    expect(guess({ contactNumbers: ["+49 151 1", "+48 22 2"] })).toBeUndefined();
    expect(guess({ contactNumbers: ["+49 151 1", "0151 2"] })).toBeUndefined();
  });

  test.each([
    [["de-AT"], "AT"],
    [["zh-Hant-TW"], "TW"],
    [["es-419"], undefined],
    [["de", "en-US"], undefined],
    [["en_US"], undefined],
  ])("takes the region of the first language of %j alone", (languages, country) => {
    expect(guess({ languages })).toBe(country);
  });
});

test.each([
  ["+1 202 555 0100", "US"],
  ["+44 20 7946 0000", "GB"],
  [" +64 (21) 000-001 ", "NZ"],
  ["+353 1 000", "IE"],
  ["+7 495 000", "RU"],
  ["0064 21 000", undefined],
  ["+", undefined],
  ["", undefined],
])("the calling code of %j is that of %s", (number, country) => {
  expect(countryOfNumber(number)).toBe(country);
});

/** The countries of a time zone by the data of the JavaScript engine. */
function countriesByEngine(): Map<string, Set<string>> {
  const known = new Map<string, Set<string>>();
  const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
  for (const code of letters.flatMap((first) => letters.map((second) => first + second))) {
    const { timeZones = [] } = new Intl.Locale(`und-${code}`) as { timeZones?: string[] };
    for (const zone of timeZones) known.set(zone, (known.get(zone) ?? new Set()).add(code));
  }
  return known;
}

describe("the country of a time zone", () => {
  const isPlace = (zone: string) => /^(?!Etc\/)[A-Z][a-z]+\//.test(zone);
  const zones = Intl.supportedValuesOf("timeZone").filter(isPlace);

  test("is known for each that this engine reports, and agrees with the engine's own data", () => {
    const engine = countriesByEngine();
    expect(engine.size).toBeGreaterThan(400);
    const wrong = zones.filter((zone) => {
      const country = countryOfZone(zone);
      const judged = engine.get(zone);
      return country === undefined || (judged !== undefined && !judged.has(country));
    });
    expect(wrong).toEqual([]);
  });

  test.each([
    ["Europe/Kyiv", "UA"],
    ["Europe/Kiev", "UA"],
    ["America/Argentina/Buenos_Aires", "AR"],
    ["America/Buenos_Aires", "AR"],
    ["UTC", undefined],
    ["Berlin", undefined],
    ["Europe/Ber", undefined],
  ])("of %s is %s", (zone, country) => {
    expect(countryOfZone(zone)).toBe(country);
  });
});

test("the specification's texts are for Australia, America and where nothing is known", () => {
  expect(["AU", "US", undefined].every(isSpecified)).toBe(true);
  expect(["NZ", "DE", "CA"].some(isSpecified)).toBe(false);
});
