/** Claims about what every field has, whichever component it is made with. */
import { render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { EmailField, Field, TextArea } from "./field.tsx";
import { MaskedField } from "./masked-field.tsx";
import { PhoneField } from "./phone-field.tsx";

test("what is typed stays as it was typed when a field is left, on an iPhone too", () => {
  render(
    <>
      <Field label="Safe word" />
      <TextArea label="Message" />
      <EmailField label="Address" />
      <PhoneField label="Number" value="" onChange={vi.fn()} />
      <MaskedField label="PIN" digits="" onDigits={vi.fn()} />
    </>,
  );
  const fields = screen.getAllByRole("textbox");
  expect(fields.map((field) => field.getAttribute("autocorrect"))).toEqual(Array(5).fill("off"));
});
