/** A raised surface. */
import type { ComponentPropsWithRef } from "react";
import classes from "./card.module.css";

/** A card; `className` adds to its style. */
export function Card({ className, ...props }: ComponentPropsWithRef<"div">) {
  return <div {...props} className={[classes.card, className].filter(Boolean).join(" ")} />;
}
