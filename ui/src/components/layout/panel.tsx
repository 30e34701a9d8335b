/** A card with a heading. */
import type { ReactNode } from "react";
import classes from "./card.module.css";
import { Card } from "./card.tsx";
import layoutClasses from "./layout.module.css";

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
