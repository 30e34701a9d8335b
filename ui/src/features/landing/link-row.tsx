/** Links side by side, each as high as a finger needs. */
import classes from "./link-row.module.css";

type LinkRowProps = {
  /** What the links are for, said by screen readers. */
  readonly label: string;
  readonly links: readonly { readonly href: string; readonly label: string }[];
};

/** Wraps where there is no room. */
export function LinkRow({ label, links }: LinkRowProps) {
  return (
    <nav aria-label={label}>
      <ul className={classes.links}>
        {links.map((link) => (
          <li key={link.href}>
            <a className={classes.link} href={link.href}>
              {link.label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
