/** The section on what happens in an emergency, and on what the app does not do. */
import { Icon } from "#components/icon.tsx";
import { emergencySteps, honestLimits } from "#content/steps.ts";
import classes from "./details.module.css";
import { Fold, Section } from "./section.tsx";

/** What the quick exit does and does not do, the steps, and the limits. */
export function HowItWorks() {
  return (
    <div>
      {/* The server puts the style of this part and of all that follow in its place. */}
      <div data-fold={true} />
      <p className={classes.exit}>
        Quick exit opens a weather page
        <span className={classes.scripted}> (or press Shift three times)</span>. It does not erase
        your browser's history. In the installed app it opens the heart monitor.
      </p>
      <Section id="how-it-works" title="Three steps, and you press send">
        <ol className={classes.steps}>
          {emergencySteps.map(({ icon, title, text }) => (
            <li key={title} className={classes.step}>
              <span className={classes.icon}>
                <Icon name={icon} />
              </span>
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ol>
        <Fold title="What it cannot do">
          <ul className={classes.list}>
            {honestLimits.map((limit) => (
              <li key={limit}>{limit}</li>
            ))}
          </ul>
        </Fold>
      </Section>
    </div>
  );
}
