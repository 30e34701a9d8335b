/** The footer of the landing page. */

import { useEffect, useState } from "react";
import { nationalText } from "#content/emergency-numbers.ts";
import { visitorCounterBase } from "#content/limits.ts";
import { productName } from "#content/product.ts";
import { countVisit } from "#store/visits.ts";
import classes from "./landing.module.css";
import { LinkRow } from "./link-row.tsx";

/** Shows the base at once, and counts this visit after hydration. */
export function VisitorCounter() {
  const [visits, setVisits] = useState(0);
  useEffect(() => setVisits(countVisit()), []);
  return (
    <p>
      Visitors: <span className={classes.number}>{visitorCounterBase + visits}</span>
    </p>
  );
}

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
