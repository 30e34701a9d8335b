/** The section with illustrative quotes, marked as such. */
import { Card } from "#components/card.tsx";
import { testimonials } from "#content/testimonials.ts";
import { Section } from "./section.tsx";
import classes from "./testimonials.module.css";

/** The quotes. */
export function Testimonials() {
  return (
    <Section
      id="testimonials"
      title="Who it is for"
      lead="These stories are illustrative. They are not reviews by real customers."
    >
      <ul className={classes.grid}>
        {testimonials.map(({ words, who }) => (
          <li key={who}>
            <Card className={classes.story}>
              <blockquote className={classes.words}>"{words}"</blockquote>
              <p className={classes.who}>{who} - illustrative</p>
            </Card>
          </li>
        ))}
      </ul>
    </Section>
  );
}
