/** The set-up wizard after installing. */

import { useState } from "react";
import { Button, ButtonLink } from "#components/button.tsx";
import { Card } from "#components/card.tsx";
import { ProgressDots } from "#components/progress-dots.tsx";
import { numbersText } from "#content/emergency-numbers.ts";
import * as paths from "#content/paths.ts";
import { isWizardDone, LAST_WIZARD_STEP, nextWizardStep } from "./machine.ts";
import classes from "./setup-wizard.module.css";

type SetupWizardProps = {
  readonly displayName: string;
  readonly demoPin: string;
  /** Shows the main screen without a new document: that would be the landing page where nothing is bought. */
  readonly onReturn: () => void;
};

/** Goes forward only; the links appear on the last step. */
export function SetupWizard(props: SetupWizardProps) {
  const [step, setStep] = useState(0);
  const { onReturn } = props;
  const { title, text } = stepsFor(props)[step] ?? { title: "", text: [] };
  return (
    <div className={classes.wizard}>
      <ProgressDots step={step} count={LAST_WIZARD_STEP + 1} />
      <Card className={classes.step} aria-live="polite">
        <h1 className={classes.title}>{title}</h1>
        {text.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
        {!isWizardDone(step) && (
          <Button onClick={() => setStep(nextWizardStep)}>Continue Setup</Button>
        )}
      </Card>
      {isWizardDone(step) && (
        <Card className={classes.step}>
          <h2 className={classes.heading}>Setup Complete</h2>
          <ButtonLink href={paths.heartMonitor}>Open Heart Monitor</ButtonLink>
          <ButtonLink tone="secondary" href={paths.settings}>
            Configure Settings
          </ButtonLink>
          <ButtonLink
            tone="quiet"
            href={paths.landing}
            onClick={(event) => {
              event.preventDefault();
              onReturn();
            }}
          >
            Return to Main
          </ButtonLink>
        </Card>
      )}
      <SafetyCard />
    </div>
  );
}

function stepsFor({ displayName, demoPin }: Omit<SetupWizardProps, "onReturn">) {
  return [
    {
      title: "Installation Complete!",
      text: [`The app appears on your home screen as "${displayName}".`],
    },
    {
      title: "Stealth Protection Active",
      text: ["Tap the heart icon on the main screen to open the emergency settings."],
    },
    {
      title: "Setup Your Protection",
      text: [
        "Configure your emergency contacts and voice activation.",
        `The demo PIN is ${demoPin}. It is printed in public, so create your own.`,
      ],
    },
    {
      title: "You're Protected!",
      text: [
        "Keep the app open for voice monitoring.",
        "On phones it listens only while it is on the screen: no browser lets an app listen from the background for long.",
      ],
    },
  ];
}

function SafetyCard() {
  return (
    <Card className={classes.safety}>
      <h2 className={classes.heading}>Safety information</h2>
      <dl className={classes.facts}>
        <dt>Emergency use</dt>
        <dd>This app complements the emergency services. In danger, call {numbersText("or")}.</dd>
        <dt>Privacy</dt>
        <dd>
          Settings and recordings stay on this device. A sealed copy of your contacts is kept on the
          server, and some browsers send speech to their own service to recognise it.
        </dd>
        <dt>Voice monitoring</dt>
        <dd>Keep the app open and allow the microphone when the browser asks.</dd>
      </dl>
    </Card>
  );
}
