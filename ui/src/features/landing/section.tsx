/** A section of the landing page. */
import type { ReactNode } from "react";
import { Fold } from "./fold.tsx";
import classes from "./section.module.css";

type SectionProps = {
  readonly id: string;
  readonly title: string;
  readonly lead?: ReactNode;
  /** Whether the section has the darker background. */
  readonly isSunken?: boolean;
  readonly children: ReactNode;
};

/** A section labelled by its heading. */
export function Section({ id, title, lead, isSunken = false, children }: SectionProps) {
  return (
    <section
      id={id}
      className={isSunken ? `${classes.section} ${classes.sunken}` : classes.section}
      aria-labelledby={`${id}-title`}
    >
      <div className={classes.inner}>
        <header className={classes.header}>
          <h2 id={`${id}-title`} className={classes.title}>
            {title}
          </h2>
          {lead !== undefined && <p className={classes.lead}>{lead}</p>}
        </header>
        {children}
      </div>
    </section>
  );
}

/** A section of which only the title is seen until it is opened. */
export function FoldedSection({ id, title, lead, children }: Omit<SectionProps, "isSunken">) {
  return (
    <Fold id={id} title={title} level={2}>
      <div className={classes.folded}>
        {lead !== undefined && <p className={classes.lead}>{lead}</p>}
        {children}
      </div>
    </Fold>
  );
}

/** Folded sections as one list. */
export function FoldedSections({ children }: { readonly children: ReactNode }) {
  return (
    <div className={classes.folds}>
      <div className={classes.list}>{children}</div>
    </div>
  );
}
