/** The section with questions and answers. */
import { Icon } from "#components/icon.tsx";
import { faq } from "#content/faq.ts";
import classes from "./faq.module.css";
import { Section } from "./section.tsx";

/** Each opens by itself, with and without script. */
export function Faq() {
  return (
    <Section id="faq" title="What people ask first">
      <div className={classes.list}>
        {faq.map(({ question, answer, link }) => (
          <details key={question} className={classes.item}>
            <summary className={classes.question}>
              <h3>{question}</h3>
              <Icon name="right" />
            </summary>
            <p className={classes.answer}>{answer}</p>
            <a className={classes.link} href={link.href}>
              {link.label}
            </a>
          </details>
        ))}
      </div>
    </Section>
  );
}
