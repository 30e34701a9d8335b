/** The names of countries, by the browser's own data. */
import { knownCountries } from "./numbers.ts";

/** Made at each use: the server keeps a picture of its memory, in which such an object has no place. */
const namer = () => new Intl.DisplayNames("en", { type: "region" });

/** The English name of a country by its ISO code. */
export function countryName(country: string): string {
  return namer().of(country) ?? country;
}

/** A country in a list. */
type CountryOption = { readonly value: string; readonly label: string };

/** All countries with numbers, by name. */
export function countryOptions(): readonly CountryOption[] {
  const names = namer();
  return knownCountries
    .map((value) => ({ value, label: names.of(value) ?? value }))
    .sort((a, b) => a.label.localeCompare(b.label, "en"));
}
