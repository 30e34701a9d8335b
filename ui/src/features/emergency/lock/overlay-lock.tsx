/** The lock on every page that is not a main screen. */
import { useRef, useState } from "react";
import { Button } from "#components/button.tsx";
import { CallButtons } from "../calls/call-buttons.tsx";
import { PinForm } from "../code/pin-form.tsx";
import { useEmergencyState, usePlace, useReports } from "../controller/use-emergency.ts";
import { EmergencyBox } from "./emergency-box.tsx";
import classes from "./lock.module.css";
import { methodText, overlayFacts } from "./lock-facts.ts";
import { LockStatus, MadeReal, TestNote } from "./lock-status.tsx";
import { MessageList, OtherWays } from "./message-list.tsx";

const tips = [
  "False alarm? Enter your PIN to end it.",
  "A message that you opened but did not send can simply be left unsent.",
  "If a contact was told by mistake, write to them that you are safe.",
] as const;

/** Moves the focus from the button that opened the PIN field into the field. */
const focusField = (form: HTMLDivElement | null) => form?.querySelector("input")?.focus();

/** Takes the page's place; a button opens the PIN field. `hasBox` adds the voice screen's own box. */
export function OverlayLock({ hasBox = false }: { readonly hasBox?: boolean }) {
  const state = useEmergencyState();
  const place = usePlace();
  const reports = useReports();
  const [isUnlocking, setUnlocking] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const { emergency } = state;
  if (emergency === null) {
    return null;
  }
  const enterPin = () => {
    setUnlocking(true);
    // It may be there already, out of sight.
    field.current?.focus();
  };
  return (
    <main id="main" className={classes.overlay} data-screen="overlay">
      <div className={classes.panel}>
        <header className={classes.overlayTop}>
          <h1 className={classes.overlayTitle}>EMERGENCY MODE ACTIVE</h1>
          <MadeReal kind={emergency.kind} />
          <p>Triggered by: {methodText({ ...emergency, safeWord: null })}</p>
        </header>
        {emergency.kind === "test" && <TestNote />}
        <MessageList state={state} hasPlace={place.kind !== "none"} />
        <CallButtons />
        <LockStatus facts={overlayFacts(state, emergency, place, reports)} state={state} />
        {hasBox && <EmergencyBox onStop={enterPin} />}
        {isUnlocking ? (
          <div ref={focusField}>
            <PinForm
              screen="overlay"
              label="Enter PIN to Unlock"
              submitLabel="Unlock"
              field={field}
            />
          </div>
        ) : (
          <Button tone="secondary" className={classes.enter} onClick={enterPin}>
            Enter PIN to Unlock
          </Button>
        )}
        <OtherWays />
        <ul className={classes.bullets} aria-label="False alarm">
          {tips.map((tip) => (
            <li key={tip}>{tip}</li>
          ))}
        </ul>
      </div>
    </main>
  );
}
