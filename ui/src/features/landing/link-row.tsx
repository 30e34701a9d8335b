/** Links side by side, each as high as a finger needs. */
import layoutClasses from "#components/layout/layout.module.css";
import * as paths from "#content/paths.ts";

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

const links = [
  { href: paths.questions, label: "Questions" },
  { href: paths.terms, label: "Terms" },
  { href: paths.privacy, label: "Privacy" },
  { href: paths.support, label: "Support" },
  { href: paths.yourData, label: "Your data with us" },
] as const;

/**
 * The way to the pages that say what is bought, what is kept, and whom to ask. The links load documents: these pages belong to
 * no app.
 */
export function HelpLinks() {
  return <LinkRow label="Help" links={links} />;
}
