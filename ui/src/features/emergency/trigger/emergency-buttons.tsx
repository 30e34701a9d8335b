/** The buttons that start an emergency: TEST EMERGENCY at once, REAL EMERGENCY after a confirmation. */
import { useState } from "react";
import { AlertDialog } from "#components/alert-dialog.tsx";
import { askPosition } from "#platform/geolocation.ts";
import { pageEmergency } from "../controller.ts";
import classes from "./emergency-buttons.module.css";

/** The first touch already asks for the position, so that it is known by the time the person confirms. */
export function EmergencyButtons() {
  const [isAsking, setAsking] = useState(false);
  const trigger = (kind: "real" | "test") => {
    setAsking(false);
    pageEmergency().trigger({ kind, triggeredBy: "button", safeWord: null });
  };
  return (
    <div className={classes.buttons}>
      <button
        type="button"
        className={classes.real}
        onPointerDown={askPosition}
        onClick={() => setAsking(true)}
      >
        REAL EMERGENCY
      </button>
      <button
        type="button"
        className={classes.test}
        onPointerDown={askPosition}
        onClick={() => trigger("test")}
      >
        TEST EMERGENCY
      </button>
      <AlertDialog
        isOpen={isAsking}
        title="Start a real emergency?"
        description="This locks the app, records sound on this phone and prepares messages to your contacts."
        confirmLabel="Yes, start now"
        tone="danger"
        onConfirm={() => trigger("real")}
        onCancel={() => setAsking(false)}
      />
    </div>
  );
}
