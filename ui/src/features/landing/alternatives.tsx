/** The section that compares the app with what else there is. */
import { Icon } from "#components/icon.tsx";
import { Card } from "#components/layout/card.tsx";
import classes from "./details.module.css";
import { FoldedSection } from "./section.tsx";

/** The kinds of help that people have or could have. */
const alternatives = [
  {
    name: "Your phone's own SOS",
    better: "It is free, calls for help by itself and works with the screen locked. Set it up too.",
    lacks:
      "Anyone can see what it is, and it often counts down out loud. Most phones record no sound with it.",
  },
  {
    name: "Location sharing",
    better: "People you choose see where you are, for as long as you like. You tap nothing.",
    lacks: "It does not say that you need help. Anyone who gets into your account sees you too.",
  },
  {
    name: "Alarm and panic apps",
    better: "Many send the alert by themselves. Some have people who answer day and night.",
    lacks: "The name and the app store give them away. Many need an account or a monthly fee.",
  },
  {
    name: "Silent Partner",
    better:
      "It looks like a heart monitor. It needs no app store and no account. Recordings stay on your phone unless you choose otherwise.",
    lacks: "You have to press send. It listens and records only while it is open on your screen.",
  },
] as const;

/** What each does better, and what it does not do. */
export function Alternatives() {
  return (
    <FoldedSection
      id="compare"
      title="What else there is"
      lead="Use more than one. Ask yourself: who might look at your phone? And what if you cannot tap?"
    >
      <ul className={classes.alternativeGrid}>
        {alternatives.map(({ name, better, lacks }) => (
          <li key={name}>
            <Card className={classes.one}>
              <h3>{name}</h3>
              <p className={classes.better}>
                <Icon name="check" />
                {better}
              </p>
              <p className={classes.lacks}>
                <Icon name="close" />
                {lacks}
              </p>
            </Card>
          </li>
        ))}
      </ul>
    </FoldedSection>
  );
}
