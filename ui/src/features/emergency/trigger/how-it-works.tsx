/** The main screen's list of what follows the button, in three steps. */
import layoutClasses from "#components/layout/layout.module.css";
import textClasses from "#components/text.module.css";
import classes from "./trigger.module.css";

const steps = [
  { title: "Press button", text: "The app locks and records sound on this phone." },
  { title: "Location detection", text: "Your position is added as soon as it is known." },
  { title: "SMS prepared", text: "A message to each contact is ready. You press send." },
] as const;

/** The list with its heading. */
export function HowItWorks() {
  return (
    <section aria-labelledby="how-it-works" className={layoutClasses.close}>
      <h2 id="how-it-works" className={textClasses.heading}>
        How It Works
      </h2>
      <ol className={classes.list}>
        {steps.map(({ title, text }) => (
          <li key={title}>
            <strong>{title}</strong>
            <span className={classes.wayText}>{text}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}
