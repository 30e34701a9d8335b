/** The numbers of the visitor's country beside the emergency notice. Loaded lazily, after the page. */
import { useEffect, useState } from "react";
import { SelectField } from "#components/form/select-field.tsx";
import { countryOptions } from "#content/country/names.ts";
import { nationalNumbers } from "#content/emergency-numbers.ts";
import { callsIn, chooseAtNotice, countryNow } from "#store/settings/country.ts";
import { CountryHelp } from "./country-help.tsx";
import classes from "./emergency-notice.module.css";

/** A number beside the emergency notice, and what is said of it. */
export type NoticeNumber = { readonly number: string; readonly place: string };

/** The police's number, and 112 where it is another one: no more words than before, so that nothing moves. */
function numbersFor(country: string | undefined): readonly NoticeNumber[] {
  const [first, ...others] = callsIn(country);
  if (first === undefined) return nationalNumbers;
  return [first, ...others.filter(({ number }) => number === "112").map(bare)];
}

/** The number alone: whom 112 reaches is known where it is taken. */
const bare = ({ number }: NoticeNumber): NoticeNumber => ({ number, place: "" });

type NoticeCountryProps = {
  readonly isOpen: boolean;
  readonly onNumbers: (numbers: readonly NoticeNumber[]) => void;
};

/** Tells the numbers; where it is open it shows the list of countries, all numbers and the helplines. */
export function NoticeCountry({ isOpen, onNumbers }: NoticeCountryProps) {
  const [country, setCountry] = useState(countryNow);
  useEffect(() => onNumbers(numbersFor(country)), [country, onNumbers]);
  if (!isOpen) return null;
  const choose = (chosen: string) => {
    chooseAtNotice(chosen);
    setCountry(countryNow());
  };
  return (
    <div className={classes.country}>
      <SelectField
        label="Emergency numbers for"
        options={[{ value: "", label: "Choose a country" }, ...countryOptions()]}
        value={country ?? ""}
        onChange={choose}
      />
      <CountryHelp country={country} />
    </div>
  );
}
