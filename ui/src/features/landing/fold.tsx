/** A part of a page that stays closed behind its title until it is asked for, with and without script. */
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

/** A row with a line under it; rows below each other are a list. */
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
