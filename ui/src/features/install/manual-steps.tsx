/** Instructions for installing by hand. */
import { Button } from "#components/button.tsx";
import { Card } from "#components/card.tsx";
import classes from "./install.module.css";

type ManualStepsProps = {
  readonly displayName: string;
  /** iPhones and iPads install from the share sheet. */
  readonly isApple: boolean;
  readonly onDone: () => void;
};

const ON_APPLE = [
  "Open this page in Safari.",
  "Tap the share button: a square with an arrow pointing up.",
  'Choose "Add to Home Screen". Leave "Open as Web App" switched on.',
];
const ELSEWHERE = [
  "Open your browser's menu.",
  'Choose "Install app" or "Add to Home screen".',
  'Confirm with "Install" or "Add".',
];

/** A card that stays until the user closes it. */
export function ManualSteps({ displayName, isApple, onDone }: ManualStepsProps) {
  const steps = [
    ...(isApple ? ON_APPLE : ELSEWHERE),
    `Open "${displayName}" from your home screen and set it up there: contacts and PIN are not carried over.`,
  ];
  return (
    <Card className={classes.card}>
      <h3 className={classes.heading}>Install by hand</h3>
      <ol className={classes.steps}>
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <Button tone="secondary" onClick={onDone}>
        Got It
      </Button>
    </Card>
  );
}
