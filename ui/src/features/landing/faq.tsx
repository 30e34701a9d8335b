/** The section with questions and answers. */
import { faq } from "#content/faq.ts";
import classes from "./section.module.css";
import { Fold, Section } from "./section.tsx";

/** Its title, here and on a page of its own. */
export const faqTitle = "What people ask first";

/** Each opens by itself, with and without script. */
export function Questions() {
  return (
    <div className={classes.faqList}>
      {faq.map(({ question, answer, link }) => (
        <Fold key={question} title={question}>
          <p className={classes.answer}>{answer}</p>
          <a className={classes.link} href={link.href}>
            {link.label}
          </a>
        </Fold>
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
