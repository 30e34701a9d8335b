/** The layout of a page with one column: heading, lead and content. */
import type { ReactNode } from "react";
import classes from "./narrow-page.module.css";

type NarrowPageProps = {
  readonly title: string;
  readonly lead?: ReactNode;
  readonly children: ReactNode;
};

/** Renders the document's `main`. */
export function NarrowPage({ title, lead, children }: NarrowPageProps) {
  return (
    <main id="main" className={classes.page}>
      <header className={classes.header}>
        <h1 className={classes.title}>{title}</h1>
        {lead !== undefined && <p className={classes.lead}>{lead}</p>}
      </header>
      {children}
    </main>
  );
}
