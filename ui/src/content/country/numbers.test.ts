/** Claims about emergency numbers and helplines. */
import { ShortNumberInfo } from "google-libphonenumber";
import { describe, expect, test } from "vitest";
import { directories, helplines, helplinesChecked, helplinesOf } from "./helplines.ts";
import { callsOf, knownCountries } from "./numbers.ts";

const judge = new ShortNumberInfo();

/**
 * What libphonenumber does not call an emergency number, with who does: Honduras' 911 and Uzbekistan's 102 stand in Android's
 * table and in Wikipedia's list; Nigeria's 112 stands in Wikipedia's list and in two other public ones.
 */
const exceptions = ["HN 911", "NG 112", "UZ 102"];

describe("the emergency numbers", () => {
  test("are those of most countries, each once", () => {
    expect(knownCountries.length).toBeGreaterThan(200);
    expect(new Set(knownCountries).size).toBe(knownCountries.length);
  });

  test("are emergency numbers by libphonenumber too, with few exceptions", () => {
    const refused = knownCountries.flatMap((country) =>
      callsOf(country)
        .filter(({ number }) => !judge.isEmergencyNumber(number, country))
        .map(({ number }) => `${country} ${number}`),
    );
    expect(refused).toEqual(exceptions);
  });

  test("are at most three, different, and short", () => {
    for (const country of knownCountries) {
      const numbers = callsOf(country).map(({ number }) => number);
      expect(numbers.length, country).toBeGreaterThan(0);
      expect(numbers.length, country).toBeLessThan(4);
      expect(new Set(numbers).size, country).toBe(numbers.length);
      for (const number of numbers) expect(number).toMatch(/^\d{2,5}$/);
    }
  });

  test.each([
    ["DE", ["110 Police", "112 Ambulance"]],
    ["NZ", ["111 Emergency"]],
    ["GB", ["999 Emergency", "112 From a mobile"]],
    ["FR", ["17 Police", "15 Ambulance", "112 From a mobile"]],
    ["ES", ["112 Emergency"]],
    ["AU", ["000 Emergency", "112 From a mobile"]],
    ["ZZ", []],
    ["", []],
  ])("of %s are %j", (country, calls) => {
    expect(callsOf(country).map(({ number, place }) => `${number} ${place}`)).toEqual(calls);
  });
});

describe("the helplines", () => {
  test("are there for at least 40 countries, one or two each, in countries with numbers", () => {
    const countries = new Set(helplines.map(({ country }) => country));
    expect(countries.size).toBeGreaterThanOrEqual(40);
    for (const country of countries) {
      expect(knownCountries).toContain(country);
      expect(helplinesOf(country).length, country).toBeLessThan(3);
    }
  });

  test("have a number that can be dialled there, a name, a place to check it, and a date", () => {
    for (const { number, name, source } of helplines) {
      expect(number).toMatch(/^[\d][\d -]{1,15}$/);
      expect(name).toMatch(/\S{2}/);
      expect(source).toMatch(/^[a-z\d.-]+\.[a-z]{2,}(\/[a-z]+)?$/);
    }
    expect(helplinesChecked).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect(directories.length).toBeGreaterThan(0);
  });
});
