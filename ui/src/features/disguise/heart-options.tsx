/** The options that the demo PIN opens: what any heart monitor has. */
import { Button } from "#components/button.tsx";
import { Panel } from "#components/layout/card.tsx";
import { NarrowScreen } from "#components/layout/screen.tsx";
import { FigureSwitches } from "./figure-switches.tsx";

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
