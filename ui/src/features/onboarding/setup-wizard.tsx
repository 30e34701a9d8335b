/** The set-up wizard after installing. */

import { useState } from "react";
import { Button, ButtonLink } from "#components/button.tsx";
import { Card } from "#components/layout/card.tsx";
import layoutClasses from "#components/layout/layout.module.css";
import { ProgressDots } from "#components/layout/screen.tsx";
import textClasses from "#components/text.module.css";
import { numbersText } from "#content/emergency-numbers.ts";
import * as paths from "#content/paths.ts";
import { SETUP_STEPS } from "#store/settings/setup.ts";
import { isWizardDone, LAST_WIZARD_STEP, nextWizardStep } from "./machine.ts";
import classes from "./onboarding.module.css";
import { progressText, stepsDone } from "./progress.ts";
import { useSetup } from "./use-setup.ts";

type SetupWizardProps = {
  readonly displayName: string;
  readonly demoPin: string;
  /** What is said where listening is switched on and nothing is heard; null otherwise. */
  readonly unheard: string | null;
  /** Shows the main screen without a new document: that would be the landing page where nothing is bought. */
  readonly onReturn: () => void;
  /** Shows the set-up. */
  readonly onSetup: () => void;
};

/** Goes forward only; the links appear on the last step. */
export function SetupWizard(props: SetupWizardProps) {
  const [step, setStep] = useState(0);
  const { onReturn, onSetup } = props;
  const { facts } = useSetup();
  const known = facts?.isUnread === false ? facts : null;
  const done = known && stepsDone(known).length;
  const isReady = done === SETUP_STEPS.length;
  const isVoiceOff = known?.settings.isListeningEnabled === false;
  const { title, text } = stepsFor(props, done, isVoiceOff)[step] ?? { title: "", text: [] };
  return (
    <div className={layoutClasses.wide}>
      <ProgressDots step={step} count={LAST_WIZARD_STEP + 1} />
      <Card className={layoutClasses.stack} aria-live="polite">
        <h1 className={classes.wizardTitle}>{title}</h1>
        {text.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
        {step >= SETUP_AT && !isReady && <SetupLink onSetup={onSetup} />}
        {!isWizardDone(step) && (
          <Button
            tone={step === SETUP_AT && !isReady ? "secondary" : "primary"}
            onClick={() => setStep(nextWizardStep)}
          >
            Continue Setup
          </Button>
        )}
      </Card>
      {isWizardDone(step) && (
        <Card className={layoutClasses.stack}>
          <h2 className={textClasses.heading}>{isReady ? "Setup Complete" : "Where to go"}</h2>
          <ButtonLink tone={isReady ? "primary" : "secondary"} href={paths.heartMonitor}>
            Open Heart Monitor
          </ButtonLink>
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

/** The step that leads to the set-up. */
const SETUP_AT = 2;

function SetupLink({ onSetup }: { readonly onSetup: () => void }) {
  return (
    <ButtonLink
      href={paths.setup}
      onClick={(event) => {
        event.preventDefault();
        onSetup();
      }}
    >
      Set it up now
    </ButtonLink>
  );
}

/**
 * The last step's title is a claim, which it makes only while it is true; `done` is null until that is known.
 * `isVoiceOff` says that nothing is listened for.
 */
function stepsFor(
  { displayName, demoPin, unheard }: Pick<SetupWizardProps, "displayName" | "demoPin" | "unheard">,
  done: number | null,
  isVoiceOff: boolean,
) {
  const isReady = done === SETUP_STEPS.length;
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
        `The demo PIN is ${demoPin}. Anyone can look it up, so create your own.`,
      ],
    },
    {
      title: isReady
        ? "You're Protected!"
        : done === null
          ? "Set-up"
          : `Set-up: ${progressText(done)}`,
      text: [
        ...(isReady ? [] : ["A few more minutes of set-up and everything is ready."]),
        "Keep the app open for voice monitoring.",
        ...(isVoiceOff ? ["It is off now: switch Listening on in the settings."] : []),
        ...(unheard === null ? [] : [unheard]),
        "On phones it listens only while it is on the screen: no browser lets an app listen from the background for long.",
      ],
    },
  ];
}

function SafetyCard() {
  return (
    <Card className={classes.safety}>
      <h2 className={textClasses.heading}>Safety information</h2>
      <dl className={classes.facts}>
        <dt>Emergency use</dt>
        <dd>This app complements the emergency services. In danger, call {numbersText("or")}.</dd>
        <dt>Privacy</dt>
        <dd>
          Settings stay on this device, and recordings too unless you choose a guardian for them.
          Our server may keep a sealed copy of your contacts. Some browsers send what they hear to
          their own speech service.
        </dd>
        <dt>Voice monitoring</dt>
        <dd>Keep the app open and allow the microphone when the browser asks.</dd>
      </dl>
    </Card>
  );
}
