/** The options of an ordinary heart monitor, behind its passcode after a decoy unlock. */
import { Button } from "#components/button.tsx";
import { Card } from "#components/card.tsx";
import { Switch } from "#components/switch.tsx";
import { heartViewRecord } from "#store/heart-view.ts";
import classes from "./heart-options.module.css";

/** Each switch does what it says. */
export function HeartOptions({ onBack }: { readonly onBack: () => void }) {
  const view = heartViewRecord.use();
  return (
    <main id="main" className={classes.screen}>
      <h1>Options</h1>
      <Card className={classes.card}>
        <Switch
          label="Show steps"
          isOn={view.steps}
          onChange={(steps) => heartViewRecord.write({ ...view, steps })}
        />
        <Switch
          label="Show weekly activity"
          isOn={view.week}
          onChange={(week) => heartViewRecord.write({ ...view, week })}
        />
      </Card>
      <Button tone="secondary" onClick={onBack}>
        Back
      </Button>
    </main>
  );
}
