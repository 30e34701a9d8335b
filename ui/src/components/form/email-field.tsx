/** A field for an e-mail address. */
import type { ComponentPropsWithRef } from "react";
import { Field } from "./field.tsx";

/**
 * Required; the browser suggests the user's own address unless `autoComplete` says otherwise. A page that comes back from the
 * server with an error begins at it, without script too.
 */
export function EmailField(props: Omit<ComponentPropsWithRef<typeof Field>, "type" | "inputMode">) {
  return (
    <Field
      autoComplete="email"
      autoFocus={Boolean(props.error)}
      {...props}
      type="email"
      inputMode="email"
      required
    />
  );
}
