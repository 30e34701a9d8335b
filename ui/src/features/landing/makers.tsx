/** The section on who makes the product, and where to read more about safety with technology. */

import layoutClasses from "#components/layout/layout.module.css";
import * as paths from "#content/paths.ts";
import { productName } from "#content/product.ts";
import { safetyGuides } from "#content/resources.ts";
import classes from "./details.module.css";
import { FoldedSection } from "./section.tsx";

/** The links lead to other sites only when they are followed. */
export function Makers() {
  return (
    <FoldedSection id="makers" title="Who makes it">
      <div className={classes.columns}>
        <p>
          A small team makes {productName} and is paid by its price alone: there is no advertising,
          and nothing about you to sell. It is free software under the AGPL: write to us for the
          source code and check every sentence on this page. If you find a hole, please{" "}
          <a href={paths.securityContact}>report it to us</a> first.
        </p>
        <div>
          <h3>Before you change anything on your phone</h3>
          <p>
            Somebody who watches you may notice a change. These guides by organisations against
            violence help to plan it. Read them on a device that nobody checks:
          </p>
          <ul>
            {safetyGuides.map(({ href, label, place }) => (
              <li key={href}>
                <a className={layoutClasses.link} href={href} rel="noreferrer">
                  {label}
                </a>{" "}
                {place}
              </li>
            ))}
          </ul>
        </div>
      </div>
    </FoldedSection>
  );
}
