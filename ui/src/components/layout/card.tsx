/** A raised surface, and one with a heading. */
import type { ComponentPropsWithRef, ReactNode } from "react";
import classes from "./card.module.css";
import layoutClasses from "./layout.module.css";

/** A card; `className` adds to its style. */
export function Card({ className, ...props }: ComponentPropsWithRef<"div">) {
  return <div {...props} className={[classes.card, className].filter(Boolean).join(" ")} />;
}

type PanelProps = { readonly title?: ReactNode; readonly children: ReactNode };

/** The heading is an `h2`: a panel is directly below the page's `h1`. */
export function Panel({ title, children }: PanelProps) {
  return (
    <Card className={layoutClasses.stack}>
      {title !== undefined && <h2 className={classes.title}>{title}</h2>}
      {children}
    </Card>
  );
}
