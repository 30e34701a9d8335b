/** The set-up's screen for location, microphone, and the ways to start an emergency. */
import type { ReactNode } from "react";
import { Button } from "#components/button.tsx";
import { Icon, type IconName } from "#components/icon.tsx";
import layoutClasses from "#components/layout/layout.module.css";
import { More } from "#components/layout/rows.tsx";
import { dayText } from "#content/local-dates.ts";
import { browserKind } from "#platform/browser.ts";
import { wallTime } from "#platform/clock.ts";
import { canKeepScreenOn } from "#platform/page/wake-lock.ts";
import classes from "./onboarding.module.css";
import { helpFor, stepsToAllow } from "./permission-help.ts";
import { type Allowance, allowances, isAllowed, isStepDone, type SetupFacts } from "./progress.ts";
import { useMicrophoneRequest, usePlaceRequest } from "./use-permission-requests.ts";

type PermissionsStepProps = {
  readonly facts: SetupFacts;
  /** Asks the browser again what it allows. */
  readonly ask: () => void;
  readonly triggers: ReactNode;
  readonly onDone: () => void;
};

/** A denied permission shows how to allow it in this browser; the screen can be left either way. */
export function PermissionsStep({ facts, ask, triggers, onDone }: PermissionsStepProps) {
  const known = allowances(facts);
  const place = usePlaceRequest(ask);
  const sound = useMicrophoneRequest(ask);
  const isDone = isStepDone("permissions", facts);
  return (
    <>
      <ul className={layoutClasses.wide}>
        <Allow
          icon="pin"
          name="Location"
          reason="Messages can say where you are."
          allowance={unlessRefused(known.location, place.isDenied)}
          problem={place.problem}
          isAsking={place.isAsking}
          onAsk={place.request}
        />
        <Allow
          icon="microphone"
          name="Microphone"
          reason="Recording starts at once."
          allowance={unlessRefused(known.microphone, sound.isDenied)}
          problem={sound.problem}
          isAsking={sound.isAsking}
          onAsk={sound.request}
        />
      </ul>
      <div className={classes.folds}>
        <More title="Other ways to start">{triggers}</More>
        <More title="Before you allow it">
          <p className={classes.note}>
            To ask for the microphone, it opens for a moment, and nothing is kept.
          </p>
          <ScreenNote />
        </More>
      </div>
      <Button tone={isDone ? "primary" : "secondary"} onClick={onDone}>
        Continue
      </Button>
    </>
  );
}

/** A request that was just refused counts where nothing says that it is allowed. */
const unlessRefused = (known: Allowance, isRefused: boolean): Allowance =>
  isRefused && !isAllowed(known) ? { kind: "denied" } : known;

type AllowProps = {
  readonly icon: IconName;
  readonly name: "Location" | "Microphone";
  readonly reason: string;
  readonly allowance: Allowance;
  readonly problem: string | undefined;
  readonly isAsking: boolean;
  readonly onAsk: () => void;
};

function Allow({ icon, name, reason, allowance, problem, isAsking, onAsk }: AllowProps) {
  const isGood = isAllowed(allowance);
  const isDenied = allowance.kind === "denied";
  return (
    <li className={classes.item} data-good={isGood || undefined}>
      <Icon name={isGood ? "check" : icon} />
      <div className={classes.words}>
        <p>
          <strong>{name}</strong>{" "}
          <span className={classes.state} role="status">
            {stateText(allowance, isAsking)}
          </span>
        </p>
        <p className={classes.note}>{reason}</p>
        {allowance.kind === "open" && problem !== undefined && <p role="alert">{problem}</p>}
        {allowance.kind === "again" && <AsksAgain name={name} />}
        {isDenied && <Blocked name={name} />}
      </div>
      {!isGood && (
        <Button
          tone={isDenied ? "secondary" : "primary"}
          className={classes.ask}
          disabled={isAsking}
          onClick={onAsk}
        >
          {isDenied ? `Try ${name.toLowerCase()} again` : `Allow ${name.toLowerCase()}`}
        </Button>
      )}
    </li>
  );
}

function stateText(allowance: Allowance, isAsking: boolean): string {
  switch (allowance.kind) {
    case "granted":
      return "Allowed";
    case "again":
      return `Allowed on ${dayText(allowance.at, wallTime(), { day: "numeric", month: "long" })}`;
    case "denied":
      return "Blocked";
    case "open":
      return isAsking ? "Asking..." : "Not allowed yet";
    default:
      return allowance satisfies never;
  }
}

type NameProps = { readonly name: AllowProps["name"] };

/** What an iPhone does, and a browser that was told "this time". */
function AsksAgain({ name }: NameProps) {
  return (
    <>
      <p>You may be asked again the next time you open the app. Choose Allow.</p>
      <More title="How to be asked no more">
        <Lines lines={stepsToAllow(browserKind(), name)} />
      </More>
    </>
  );
}

function Blocked({ name }: NameProps) {
  return (
    <div role="alert" className={classes.words}>
      <p>This is blocked, and the browser may not ask again by itself. To change that:</p>
      <Lines lines={helpFor(browserKind(), name)} />
    </div>
  );
}

function Lines({ lines }: { readonly lines: readonly string[] }) {
  return (
    <ol className={classes.lines}>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ol>
  );
}

function ScreenNote() {
  return (
    <p className={classes.note}>
      {canKeepScreenOn()
        ? "While it listens or records, the app asks the browser to keep the screen on: phones stop both when the screen goes dark."
        : "This browser can't keep the screen on, and phones stop listening and recording when it goes dark. Set the screen lock to the longest time."}
    </p>
  );
}
