/** A field for an e-mail address. */
import type { ComponentPropsWithRef } from "react";
import { Field } from "./field.tsx";

/** Required; the browser suggests the user's own address unless `autoComplete` says otherwise. */
export function EmailField(props: Omit<ComponentPropsWithRef<typeof Field>, "type" | "inputMode">) {
  return <Field autoComplete="email" {...props} type="email" inputMode="email" required />;
}
