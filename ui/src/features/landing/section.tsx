/** The sections of the landing page, and what stays closed behind its title until it is asked for, with and without script. */
import type { ReactNode } from "react";
import { Icon } from "#components/icon.tsx";
import classes from "./section.module.css";

type FoldProps = {
  /** What links lead to: the title, which is always there. */
  readonly id?: string | undefined;
  readonly title: string;
  /** 2 for a section of the page, 3 for a part of one. */
  readonly level?: 2 | 3;
  readonly children: ReactNode;
};

/** A part of a page behind its title: a row with a line under it; rows below each other are a list. */
export function Fold({ id, title, level = 3, children }: FoldProps) {
  const Heading = `h${level}` as const;
  return (
    <details id={id} className={classes.item}>
      <summary className={classes.foldTitle}>
        <Heading>{title}</Heading>
        <Icon name="right" />
      </summary>
      {children}
    </details>
  );
}

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
