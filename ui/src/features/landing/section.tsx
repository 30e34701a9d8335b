/** One section of the landing page under its heading. */
import type { ReactNode } from "react";
import classes from "./section.module.css";

type SectionProps = {
  readonly id: string;
  readonly title: string;
  readonly lead?: ReactNode;
  /** A sunken section stands on a band of its own. */
  readonly isSunken?: boolean;
  readonly children: ReactNode;
};

/** The heading names the section for assistive technology. */
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
