/** The buttons that start an emergency: TEST EMERGENCY at once, REAL EMERGENCY after a confirmation. */

import { use, useId, useLayoutEffect, useRef, useState } from "react";
import { Button } from "#components/button.tsx";
import layoutClasses from "#components/layout/layout.module.css";
import screenClasses from "#components/layout/screen.module.css";
import { useToastsHeld } from "#components/toast/toast-store.ts";
import { type RealEmergencyStep, realEmergencyAttribute } from "#content/real-emergency.ts";
import { askPosition } from "#platform/sensors/geolocation.ts";
import { hasOwnPin } from "#store/settings/own-pin.ts";
import { settingsRecord } from "#store/settings/settings.ts";
import { endingText, PublicCode } from "../code/code-words.ts";
import { pageEmergency } from "../controller/controller.ts";
import classes from "./trigger.module.css";

/** Marks a button for the first script, which handles it before hydration (`boot/early-trigger.ts`). */
const step = (name: RealEmergencyStep) => ({ [realEmergencyAttribute]: name });

/**
 * REAL EMERGENCY, also on the lock of a test. The first touch already asks for the position, so that it is known by the time the person confirms. The question is
 * the browser's own dialog in the server's HTML: it opens before hydration, and what is pressed in it meanwhile counts.
 */
export function RealEmergencyButton({ className }: { readonly className?: string | undefined }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [isAsking, setAsking] = useState(false);
  // Nothing may move under a finger in a question that was opened before hydration: its words stay as they came.
  const [hasPin, setHasPin] = useState<boolean | null>(null);
  const publicCode = use(PublicCode);
  const id = useId();
  useToastsHeld(isAsking);
  // It may have been opened before hydration.
  useLayoutEffect(() => setAsking(dialog.current?.open === true), []);
  const ask = () => {
    setHasPin(hasOwnPin(settingsRecord.read()));
    dialog.current?.showModal();
    setAsking(true);
  };
  const close = () => dialog.current?.close();
  const start = () => {
    close();
    pageEmergency().trigger({ kind: "real", triggeredBy: "button", safeWord: null });
  };
  return (
    <>
      <button
        type="button"
        className={[classes.real, className].filter(Boolean).join(" ")}
        onPointerDown={askPosition}
        onClick={ask}
        {...step("ask")}
      >
        REAL EMERGENCY
      </button>
      <dialog
        ref={dialog}
        role="alertdialog"
        aria-labelledby={`${id}-title`}
        aria-describedby={`${id}-text`}
        className={classes.question}
        onClose={() => setAsking(false)}
        suppressHydrationWarning
      >
        <h2 id={`${id}-title`} className={classes.title}>
          Start a real emergency?
        </h2>
        <p id={`${id}-text`} className={classes.text}>
          This locks the app, records sound on this phone and prepares messages to your contacts.{" "}
          <strong>{endingText(publicCode, hasPin)}</strong>
        </p>
        <div className={screenClasses.buttons}>
          <Button tone="secondary" onClick={close} {...step("no")}>
            Cancel
          </Button>
          <Button tone="danger" onClick={start} {...step("yes")}>
            Yes, start now
          </Button>
        </div>
      </dialog>
    </>
  );
}

/** Both, the real one first. */
export function EmergencyButtons() {
  return (
    <div className={layoutClasses.stack}>
      <RealEmergencyButton />
      <button
        type="button"
        className={classes.test}
        onPointerDown={askPosition}
        onClick={() =>
          pageEmergency().trigger({ kind: "test", triggeredBy: "button", safeWord: null })
        }
      >
        TEST EMERGENCY
      </button>
    </div>
  );
}
