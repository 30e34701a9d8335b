/** The section with emergency resources. */
import { Icon } from "#components/icon.tsx";
import { directories } from "#content/country/helplines.ts";
import { telLink } from "#content/emergency-numbers.ts";
import { resourceGroups } from "#content/resources.ts";
import classes from "./details.module.css";
import { Fold, Section } from "./section.tsx";

/** The numbers by country, as links for phone calls and text messages. */
export function Resources() {
  return (
    <Section
      id="resources"
      title="Emergency resources"
      lead="Free help, whether you buy anything or not. Calls and texts may show in your phone's call list and on the phone bill: use a phone that you trust."
    >
      <div className={classes.countries}>
        {resourceGroups.map(({ country, resources }) => (
          <Fold key={country} title={country}>
            <ul className={classes.resourceList}>
              {resources.map(({ label, name, purpose, href = telLink(label) }) => (
                <li key={label}>
                  <a className={classes.resource} href={href}>
                    <Icon name={href.startsWith("sms:") ? "message" : "phone"} />
                    <span>
                      <b>{label}</b>
                      <span className={classes.name}>{name}</span>
                      <span className={classes.purpose}>{purpose}</span>
                    </span>
                  </a>
                </li>
              ))}
            </ul>
          </Fold>
        ))}
      </div>
      <p className={classes.elsewhere}>
        Other countries: {directories.join(" and ")} list helplines everywhere.
      </p>
    </Section>
  );
}
