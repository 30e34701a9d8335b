/** A page of one column: its heading, a sentence under it, and whatever it is about. */
import type { ReactNode } from "react";
import classes from "./narrow-page.module.css";

type NarrowPageProps = {
  readonly title: string;
  readonly lead?: ReactNode;
  readonly children: ReactNode;
};

/** The one `main` of the document. */
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
