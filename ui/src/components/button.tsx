/** Buttons, and links that look like them. */
import type { ComponentPropsWithRef } from "react";
import classes from "./controls.module.css";

/** A button's emphasis; one `primary` per view. */
export type ButtonTone = "primary" | "secondary" | "danger" | "quiet";

type Look = { tone?: ButtonTone };

function classOf(tone: ButtonTone, more: string | undefined): string {
  return [classes.button, classes[tone], more].filter(Boolean).join(" ");
}

/** A button, of type "button" by default. */
export function Button({
  tone = "primary",
  className,
  ...props
}: ComponentPropsWithRef<"button"> & Look) {
  return <button type="button" {...props} className={classOf(tone, className)} />;
}

/** A link that looks like a button. */
export function ButtonLink({
  tone = "primary",
  className,
  ...props
}: ComponentPropsWithRef<"a"> & Look) {
  return <a {...props} className={classOf(tone, className)} />;
}
