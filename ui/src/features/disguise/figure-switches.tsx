/** Which figures the heart monitor shows. */
import { Switch } from "#components/form/switch.tsx";
import { heartViewRecord } from "#store/heart-view.ts";

/** Each switch does what it says. */
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
