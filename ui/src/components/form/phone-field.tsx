/** The field for a phone number, which says why a number cannot be dialled. */
import { useState } from "react";
import { textLimits } from "#content/limits.ts";
import { phoneNumberProblem } from "#content/phone-number.ts";
import { plainDigits } from "#content/plain-digits.ts";
import { Field } from "./field.tsx";

type PhoneFieldProps = {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** An error that a form found when it was saved. */
  readonly error?: string | null;
};

/** The reason comes once the person left the field, and goes as soon as the number can be dialled. */
export function PhoneField({ label, value, onChange, error = null }: PhoneFieldProps) {
  const [isLeft, setLeft] = useState(false);
  const problem = value.trim() === "" ? null : phoneNumberProblem(value);
  return (
    <Field
      label={label}
      type="tel"
      value={value}
      maxLength={textLimits.phoneNumber}
      autoComplete="off"
      error={isLeft || error !== null ? (problem ?? error) : null}
      onBlur={() => setLeft(true)}
      onChange={(event) => onChange(plainDigits(event.target.value))}
    />
  );
}
