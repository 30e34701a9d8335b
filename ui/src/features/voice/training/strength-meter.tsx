/** Shows how reliable a trained phrase is. */
import type { Strength } from "../spotter/enrolment.ts";
import classes from "../voice.module.css";

const LEVELS: Record<Strength, { value: number; text: string }> = {
  weak: {
    value: 1,
    text: "Weak - not kept. It would be missed or mistaken too often. Choose a longer phrase.",
  },
  fair: { value: 2, text: "Fair - kept. Expect misses in a noisy place." },
  strong: {
    value: 3,
    text: "Strong - kept. It was recognised in noise and told from your speech.",
  },
};

/** The sentence says the same as the bar. */
export function StrengthMeter({ strength }: { strength: Strength }) {
  const { value, text } = LEVELS[strength];
  return (
    <div role="status">
      <meter
        className={classes.meter}
        min={0}
        max={3}
        low={1.5}
        high={2.5}
        optimum={3}
        value={value}
        aria-label="Strength"
      >
        {strength}
      </meter>
      <p>{text}</p>
    </div>
  );
}
