/** The footer of the landing page. */
import { nationalText } from "#content/emergency-numbers.ts";
import { productName } from "#content/product.ts";
import classes from "./landing.module.css";
import { LinkRow } from "./link-row.tsx";
import { VisitorCounter } from "./visitor-counter.tsx";

type FooterProps = { readonly links: readonly { readonly href: string; readonly label: string }[] };

/** Links, the note about emergency services, and the visitor counter. */
export function Footer({ links }: FooterProps) {
  return (
    <footer className={classes.footer}>
      <div className={classes.inner}>
        <LinkRow label="Footer" links={links} />
        <p>
          {productName} complements official emergency services: call {nationalText("or")}.
        </p>
        <VisitorCounter />
      </div>
    </footer>
  );
}
