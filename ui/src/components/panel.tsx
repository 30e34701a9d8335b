/** A card with a heading and things under each other. */
import type { ReactNode } from "react";
import { Card } from "./card.tsx";
import classes from "./panel.module.css";

type PanelProps = { readonly title?: ReactNode; readonly children: ReactNode };

/** The heading is of the second level: a panel stands right under the page's own heading. */
export function Panel({ title, children }: PanelProps) {
  return (
    <Card className={classes.panel}>
      {title !== undefined && <h2 className={classes.title}>{title}</h2>}
      {children}
    </Card>
  );
}
