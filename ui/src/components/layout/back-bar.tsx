/** The header of an app page: a back link and the page's title. */

import { Icon } from "#components/icon.tsx";
import classes from "./screen.module.css";

type BackLinkProps = {
  /** The link's text and path. */
  readonly label: string;
  readonly href: string;
  /** Navigates without a new document; without it the link loads one. */
  readonly onGo?: () => void;
};

/** Leads back to where the page belongs. */
export function BackLink({ label, href, onGo }: BackLinkProps) {
  return (
    <a
      className={classes.back}
      href={href}
      onClick={(event) => {
        if (onGo === undefined) return;
        event.preventDefault();
        onGo();
      }}
    >
      <Icon name="left" />
      {label}
    </a>
  );
}

type BackBarProps = BackLinkProps & { readonly title: string };

/** Shows the back link above the title. */
export function BackBar({ title, ...link }: BackBarProps) {
  return (
    <div className={classes.bar}>
      <BackLink {...link} />
      <h1 className={classes.title}>{title}</h1>
    </div>
  );
}
