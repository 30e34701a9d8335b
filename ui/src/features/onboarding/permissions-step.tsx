/** The set-up's screen for location, microphone, and the ways to start an emergency. */
import type { ReactNode } from "react";
import { Button } from "#components/button.tsx";
import { Icon, type IconName } from "#components/icon.tsx";
import { browserKind } from "#platform/browser-kind.ts";
import type { Permission } from "#platform/permissions.ts";
import { canKeepScreenOn } from "#platform/wake-lock.ts";
import { helpFor } from "./permission-help.ts";
import classes from "./permissions-step.module.css";
import { allowedNow, isStepDone, type SetupFacts } from "./progress.ts";
import flow from "./setup-flow.module.css";
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
  const { location, microphone } = facts.allowed;
  const allowed = allowedNow(facts);
  const place = usePlaceRequest(ask);
  const sound = useMicrophoneRequest(ask);
  const isDone = isStepDone("permissions", facts);
  return (
    <>
      <ul className={flow.step}>
        <Allow
          icon="pin"
          name="Location"
          reason="So that your message says where you are."
          isAllowed={allowed.location}
          isForNow={isForNow(location, place.isFound)}
          isDenied={location === "denied" || place.isDenied}
          problem={place.problem}
          isAsking={place.isAsking}
          onAsk={place.request}
        />
        <Allow
          icon="microphone"
          name="Microphone"
          reason="So that recording starts at once. To ask for it, the microphone opens for a moment, and nothing is kept."
          isAllowed={allowed.microphone}
          isForNow={isForNow(microphone, sound.hasOpened)}
          isDenied={microphone === "denied" || sound.isDenied}
          problem={sound.problem}
          isAsking={sound.isAsking}
          onAsk={sound.request}
        />
      </ul>
      <div className={classes.triggers}>
        <h3 className={classes.heading}>Other ways to start</h3>
        {triggers}
      </div>
      <ScreenNote />
      <Button tone={isDone ? "primary" : "secondary"} onClick={onDone}>
        Continue
      </Button>
    </>
  );
}

const ASKED_AGAIN =
  "This browser will ask again. Choose Allow for good in its settings for this page.";

/** Allowed once, and not for the next time. */
const isForNow = (known: Permission, hasOpened: boolean) => known === "prompt" && hasOpened;

type AllowProps = {
  readonly icon: IconName;
  readonly name: "Location" | "Microphone";
  readonly reason: string;
  readonly isAllowed: boolean;
  /** Allowed for this visit, after which the browser asks again. */
  readonly isForNow: boolean;
  readonly isDenied: boolean;
  readonly problem: string | undefined;
  readonly isAsking: boolean;
  readonly onAsk: () => void;
};

function Allow(props: AllowProps) {
  const { icon, name, reason, isAllowed, problem, isAsking, onAsk } = props;
  const isDenied = props.isDenied && !isAllowed;
  const isForNow = props.isForNow && !isDenied;
  const advice = isForNow ? ASKED_AGAIN : problem;
  return (
    <li className={classes.item} data-good={isAllowed || undefined}>
      <Icon name={isAllowed ? "check" : icon} />
      <div className={flow.words}>
        <p>
          <strong>{name}</strong>{" "}
          <span className={classes.state} role="status">
            {stateText({ isAllowed, isDenied, isAsking, isForNow })}
          </span>
        </p>
        <p className={flow.note}>{reason}</p>
        {!isAllowed && !isDenied && advice !== undefined && <p role="alert">{advice}</p>}
        {isDenied && <Blocked name={name} />}
      </div>
      {!isAllowed && (
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

function stateText(
  state: Pick<AllowProps, "isAllowed" | "isDenied" | "isAsking" | "isForNow">,
): string {
  if (state.isAllowed) return "Allowed";
  if (state.isDenied) return "Blocked";
  if (state.isAsking) return "Asking...";
  return state.isForNow ? "Allowed for now" : "Not allowed yet";
}

function Blocked({ name }: { readonly name: "Location" | "Microphone" }) {
  return (
    <div role="alert" className={flow.words}>
      <p>The browser was told no, and may not ask again by itself. To change that:</p>
      <ol className={flow.lines}>
        {helpFor(browserKind(), name).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ol>
    </div>
  );
}

function ScreenNote() {
  return (
    <p className={flow.note}>
      {canKeepScreenOn()
        ? "While it listens or records, the app asks the browser to keep the screen on: phones stop both when the screen goes dark."
        : "This browser can't keep the screen on, and phones stop listening and recording when it goes dark. Set the screen lock to the longest time."}
    </p>
  );
}
