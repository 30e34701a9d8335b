/** The emergency lock screen, on the main screens. */
import { useRef } from "react";
import { Button } from "#components/button.tsx";
import { CallButtons } from "../calls/call-buttons.tsx";
import { PinForm } from "../code/pin-form.tsx";
import { useEmergencyState, usePlace, useReports } from "../controller/use-emergency.ts";
import { timeText } from "../messages/sms-message.ts";
import classes from "./lock.module.css";
import { lockFacts, methodText } from "./lock-facts.ts";
import { LockStatus, MadeReal, TestNote } from "./lock-status.tsx";
import { MessageList, OtherWays } from "./message-list.tsx";

/** True with an own PIN and without one, whether sound is recorded, kept or sent or not: whoever reads them may not be the person. */
const bullets = [
  "A PIN ends the emergency. Until then this lock comes back, after a reload too.",
  "Five wrong PINs close this lock for five minutes. Messages and calls still work.",
  "The lines above say what is recorded.",
  "This locks the app. The phone itself has its own lock.",
] as const;

/** Takes the place of a main screen while an emergency is on. */
export function LockScreen() {
  const state = useEmergencyState();
  const place = usePlace();
  const reports = useReports();
  const field = useRef<HTMLInputElement>(null);
  const { emergency } = state;
  if (emergency === null) {
    return null;
  }
  return (
    <main id="main" className={classes.screen} data-screen="lock">
      <header className={classes.top}>
        <h1 className={classes.title}>EMERGENCY ACTIVE</h1>
        <MadeReal kind={emergency.kind} />
        <p>Device is locked for security</p>
      </header>
      <section className={classes.actions} aria-label="Get help">
        <MessageList state={state} hasPlace={place.kind !== "none"} />
        <CallButtons />
      </section>
      <LockStatus facts={lockFacts(state, emergency, place, reports)} state={state} />
      {emergency.kind === "test" && <TestNote />}
      <OtherWays />
      <section className={classes.card} aria-label="How it began">
        <dl className={classes.facts}>
          <dt>Triggered</dt>
          <dd>{timeText(emergency.triggeredAt)}</dd>
          <dt>Method</dt>
          <dd>{methodText(emergency)}</dd>
        </dl>
      </section>
      <Button tone="secondary" className={classes.jump} onClick={() => field.current?.focus()}>
        Enter PIN
      </Button>
      <section className={classes.card} aria-label="Unlock">
        <PinForm
          screen="lockScreen"
          label="PIN"
          submitLabel="Unlock Device"
          field={field}
          goesHome
        />
      </section>
      <ul className={classes.bullets}>
        {bullets.map((bullet) => (
          <li key={bullet}>{bullet}</li>
        ))}
      </ul>
    </main>
  );
}
