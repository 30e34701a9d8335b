/** The layout of a page with one column: heading, lead and content. */
import type { ReactNode } from "react";
import layoutClasses from "./layout.module.css";
import classes from "./page.module.css";

type PageHeaderProps = { readonly title: string; readonly lead?: ReactNode };

/** Shows the document's heading, with the lead below it. */
export function PageHeader({ title, lead }: PageHeaderProps) {
  return (
    <header className={layoutClasses.close}>
      <h1 className={classes.title}>{title}</h1>
      {lead !== undefined && <p className={classes.lead}>{lead}</p>}
    </header>
  );
}

type NarrowPageProps = {
  readonly title: string;
  readonly lead?: ReactNode;
  readonly children: ReactNode;
};

/** The document's `main`. */
export function NarrowPage({ title, lead, children }: NarrowPageProps) {
  return (
    <main id="main" className={classes.page}>
      <PageHeader title={title} lead={lead} />
      {children}
    </main>
  );
}
