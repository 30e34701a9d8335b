/** A field for an e-mail address, with the keyboard and the suggestions that belong to one. */
import type { ComponentPropsWithRef } from "react";
import { Field } from "./field.tsx";

/** It must be filled; the browser suggests the person's own address unless `autoComplete` says otherwise. */
export function EmailField(props: Omit<ComponentPropsWithRef<typeof Field>, "type" | "inputMode">) {
  return <Field autoComplete="email" {...props} type="email" inputMode="email" required />;
}
