/** The top of an app page: the way back, and the page's name. */
import classes from "./back-bar.module.css";
import { Icon } from "./icon.tsx";

type BackBarProps = {
  readonly title: string;
  /** The words of the way back, and where it leads. */
  readonly label: string;
  readonly href: string;
  /** Goes there without a new document; without it the link loads one. */
  readonly onGo?: () => void;
};

/** The way back stands over the name, as phones have it. */
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
