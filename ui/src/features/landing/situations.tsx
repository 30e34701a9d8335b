/** The section with illustrative situations, marked as such. */
import { Icon } from "#components/icon.tsx";
import { Card } from "#components/layout/card.tsx";
import classes from "./details.module.css";
import { FoldedSection } from "./section.tsx";

/** Each situation, and what the product does in it. */
const situations = [
  {
    icon: "phone",
    title: "Your phone is looked through",
    text: "It looks like one more health app. Once you set a PIN, your settings and recordings ask for it.",
  },
  {
    icon: "pin",
    title: "You walk home at night",
    text: "Keep it open on your way. Two taps lock the screen, start to record and get a message ready to send, with your location if it is found.",
  },
  {
    icon: "gift",
    title: "You worry about a friend",
    text: "Give it as a gift and pass the link on in person. Then choose the safe word together.",
  },
] as const;

/** The situations as cards. */
export function Situations() {
  return (
    <FoldedSection
      id="testimonials"
      title="Who it is for"
      lead="Illustrative situations, not customers' words. We ask nobody what happened to them."
    >
      <ul className={classes.grid}>
        {situations.map(({ icon, title, text }) => (
          <li key={title}>
            <Card className={classes.situation}>
              <Icon name={icon} />
              <h3>{title}</h3>
              <p>{text}</p>
            </Card>
          </li>
        ))}
      </ul>
    </FoldedSection>
  );
}
