/** A raised surface that holds things which belong together. */
import type { ComponentPropsWithRef } from "react";
import classes from "./card.module.css";

/** A card; `className` may add to its look. */
export function Card({ className, ...props }: ComponentPropsWithRef<"div">) {
  return <div {...props} className={[classes.card, className].filter(Boolean).join(" ")} />;
}
