/** REAL EMERGENCY, with its confirmation: on the main screen, and on the lock of a test. */
import { useState } from "react";
import { AlertDialog } from "#components/alert-dialog.tsx";
import { useToastsHeld } from "#components/use-toasts-held.ts";
import { askPosition } from "#platform/geolocation.ts";
import { pageEmergency } from "../controller.ts";
import classes from "./emergency-buttons.module.css";

/** The first touch already asks for the position, so that it is known by the time the person confirms. */
export function RealEmergencyButton({ className }: { readonly className?: string | undefined }) {
  const [isAsking, setAsking] = useState(false);
  useToastsHeld(isAsking);
  const start = () => {
    setAsking(false);
    pageEmergency().trigger({ kind: "real", triggeredBy: "button", safeWord: null });
  };
  return (
    <>
      <button
        type="button"
        className={[classes.real, className].filter(Boolean).join(" ")}
        onPointerDown={askPosition}
        onClick={() => setAsking(true)}
      >
        REAL EMERGENCY
      </button>
      <AlertDialog
        isOpen={isAsking}
        title="Start a real emergency?"
        description="This locks the app, records sound on this phone and prepares messages to your contacts."
        confirmLabel="Yes, start now"
        tone="danger"
        onConfirm={start}
        onCancel={() => setAsking(false)}
      />
    </>
  );
}
