/** Links side by side, each as high as a finger needs. */
import layoutClasses from "#components/layout/layout.module.css";

type LinkRowProps = {
  /** What the links are for, said by screen readers. */
  readonly label: string;
  readonly links: readonly { readonly href: string; readonly label: string }[];
};

/** Wraps where there is no room. */
export function LinkRow({ label, links }: LinkRowProps) {
  return (
    <nav aria-label={label}>
      <ul className={layoutClasses.links}>
        {links.map((link) => (
          <li key={link.href}>
            <a className={layoutClasses.link} href={link.href}>
              {link.label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
