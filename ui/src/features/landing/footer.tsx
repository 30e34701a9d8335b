/** The footer of the landing page. */
import { nationalText } from "#content/emergency-numbers.ts";
import { productName } from "#content/product.ts";
import classes from "./footer.module.css";
import { VisitorCounter } from "./visitor-counter.tsx";

type FooterProps = { readonly links: readonly { readonly href: string; readonly label: string }[] };

/** Links, the note about emergency services, and the visitor counter. */
export function Footer({ links }: FooterProps) {
  return (
    <footer className={classes.footer}>
      <div className={classes.inner}>
        <nav aria-label="Footer">
          <ul className={classes.links}>
            {links.map(({ href, label }) => (
              <li key={href}>
                <a className={classes.link} href={href}>
                  {label}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <p>
          {productName} complements official emergency services: call {nationalText("or")}.
        </p>
        <VisitorCounter />
      </div>
    </footer>
  );
}
