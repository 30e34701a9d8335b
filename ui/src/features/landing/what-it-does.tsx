/** The section on what the app does and does not do. */
import { Card } from "#components/card.tsx";
import { Icon } from "#components/icon.tsx";
import { capabilities, honestLimits } from "#content/capabilities.ts";
import { Section } from "./section.tsx";
import classes from "./what-it-does.module.css";

/** Capabilities as cards, limits as a list. */
export function WhatItDoes() {
  return (
    <Section id="how-it-works" title="Made for the moment you cannot explain">
      <ul className={classes.grid}>
        {capabilities.map(({ icon, title, text }) => (
          <li key={title} className={classes.item}>
            <span className={classes.icon}>
              <Icon name={icon} />
            </span>
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ul>
      <Card className={classes.limits}>
        <h3>What it cannot do</h3>
        <ul className={classes.list}>
          {honestLimits.map((limit) => (
            <li key={limit}>{limit}</li>
          ))}
        </ul>
      </Card>
    </Section>
  );
}
