/** The layout of a page with one column: heading, lead and content. */
import type { ReactNode } from "react";
import classes from "./page.module.css";
import { PageHeader } from "./page-header.tsx";

type NarrowPageProps = {
  readonly title: string;
  readonly lead?: ReactNode;
  readonly children: ReactNode;
};

/** Renders the document's `main`. */
export function NarrowPage({ title, lead, children }: NarrowPageProps) {
  return (
    <main id="main" className={classes.page}>
      <PageHeader title={title} lead={lead} />
      {children}
    </main>
  );
}
