/** The section with questions and answers. */
import { Icon } from "#components/icon.tsx";
import { faq } from "#content/faq.ts";
import classes from "./faq.module.css";
import { Section } from "./section.tsx";

/** Its title, here and on a page of its own. */
export const faqTitle = "What people ask first";

/** Each opens by itself, with and without script. */
export function Questions() {
  return (
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
  );
}

/** The section of the landing page. */
export function Faq() {
  return (
    <Section id="faq" title={faqTitle}>
      <Questions />
    </Section>
  );
}
