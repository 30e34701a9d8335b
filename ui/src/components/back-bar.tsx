/** The header of an app page: a back link and the page's title. */
import classes from "./back-bar.module.css";
import { Icon } from "./icon.tsx";

type BackBarProps = {
  readonly title: string;
  /** The back link's text and path. */
  readonly label: string;
  readonly href: string;
  /** Navigates without a new document; without it the link loads one. */
  readonly onGo?: () => void;
};

/** Shows the back link above the title. */
export function BackBar({ title, label, href, onGo }: BackBarProps) {
  return (
    <div className={classes.bar}>
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
      <h1 className={classes.title}>{title}</h1>
    </div>
  );
}
