/** The options that the demo PIN opens: what any heart monitor has. */
import { Button } from "#components/button.tsx";
import { Switch } from "#components/form/switch.tsx";
import { Panel } from "#components/layout/card.tsx";
import { NarrowScreen } from "#components/layout/screen.tsx";
import { heartViewRecord } from "#store/heart-monitor.ts";

/** Which figures the heart monitor shows. */
export function FigureSwitches() {
  const view = heartViewRecord.use();
  return (
    <>
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
    </>
  );
}

/** What the heart monitor's own settings offer too. */
export function HeartOptions({ onBack }: { readonly onBack: () => void }) {
  return (
    <NarrowScreen title="Options">
      <Panel>
        <FigureSwitches />
      </Panel>
      <Button tone="secondary" onClick={onBack}>
        Back
      </Button>
    </NarrowScreen>
  );
}
