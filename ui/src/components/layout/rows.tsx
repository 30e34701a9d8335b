/** Rows in groups, each of which names what it opens and says how that stands, and what opens in its own place. */
import { type ReactNode, useLayoutEffect, useRef } from "react";
import { Icon } from "#components/icon.tsx";
import { Card } from "./card.tsx";
import layoutClasses from "./layout.module.css";
import classes from "./rows.module.css";

type GroupProps = { readonly title: string; readonly children: ReactNode };

/** What stands below a heading, an `h2`. */
export function Group({ title, children }: GroupProps) {
  return (
    <section className={layoutClasses.tight}>
      <h2 className={classes.heading}>{title}</h2>
      {children}
    </section>
  );
}

/** Rows below their heading. */
export function RowGroup({ title, children }: GroupProps) {
  return (
    <Group title={title}>
      <Card className={classes.list}>
        <ul>{children}</ul>
      </Card>
    </Group>
  );
}

/** A state that the person should mend. */
export function RowTrouble({ children }: { readonly children: ReactNode }) {
  return <span className={classes.trouble}>{children}</span>;
}

type RowWords = {
  readonly title: string;
  /** One line; what comes instead of it later takes no more room. */
  readonly state: ReactNode;
};

/** What both kinds of rows show. The space keeps the two apart for screen readers. */
function Words({ title, state }: RowWords) {
  return (
    <span className={classes.words}>
      <span className={classes.title}>{title}</span> <span className={classes.state}>{state}</span>
    </span>
  );
}

type RowProps = RowWords & {
  readonly onOpen: () => void;
  /** Whether the person comes back from what the row opens. */
  readonly isReturn: boolean;
};

/** A row that opens a screen of the page. */
export function Row({ onOpen, isReturn, ...words }: RowProps) {
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    if (!isReturn || button.current === null) return;
    button.current.focus({ preventScroll: true });
    button.current.scrollIntoView({ block: "nearest", behavior: "instant" });
  }, [isReturn]);
  return (
    <li className={classes.item}>
      <button ref={button} type="button" className={classes.row} onClick={onOpen}>
        <Words {...words} />
      </button>
    </li>
  );
}

type RowLinkProps = RowWords & { readonly href: string; readonly onGo: () => void };

/** A row that leads to another page; `onGo` shows it without a new document. */
export function RowLink({ href, onGo, ...words }: RowLinkProps) {
  return (
    <li className={classes.item}>
      <a
        className={classes.row}
        href={href}
        onClick={(event) => {
          event.preventDefault();
          onGo();
        }}
      >
        <Words {...words} />
      </a>
    </li>
  );
}

type MoreProps = {
  /** What is behind it, in a few words. */
  readonly title: string;
  readonly children: ReactNode;
};

/** What only some want to know, behind its title: closed until it is asked for, with and without script. */
export function More({ title, children }: MoreProps) {
  return (
    <details className={classes.more}>
      <summary className={classes.moreTitle}>
        {title}
        <Icon name="right" />
      </summary>
      <div className={classes.rest}>{children}</div>
    </details>
  );
}
