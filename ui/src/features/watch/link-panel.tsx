/** The link itself: the digits, and its end. */
import { useState } from "react";
import { endWatch, isMissing } from "#api/watches.ts";
import { Button } from "#components/button.tsx";
import { removeWatched, type Watched } from "#store/watched.ts";
import { grouped } from "./digits-panel.tsx";
import classes from "./watch.module.css";

/** Folded away: nobody needs it in an emergency. */
export function LinkPanel({ person }: { readonly person: Watched }) {
  const { id, name, digits, post, isEnded } = person;
  const [step, setStep] = useState<"idle" | "sure" | "working" | "failed">("idle");
  const end = async () => {
    setStep("working");
    try {
      if (!isEnded) {
        await endWatch(post).catch((error: unknown) => {
          if (!isMissing(error)) throw error;
        });
      }
      await removeWatched(id);
    } catch {
      setStep("failed");
    }
  };
  const action = isEnded ? "Delete what came" : `Stop being ${name}'s guardian`;
  return (
    <details className={classes.details}>
      <summary>About this link</summary>
      <div className={classes.stack}>
        <p>
          {digits === null
            ? `The six digits of this link are not known yet: ${name}'s phone has not sent its part.`
            : `The six digits of this link are ${grouped(digits)}. ${name}'s phone shows the same.`}
        </p>
        {step === "idle" ? (
          <Button tone="secondary" onClick={() => setStep("sure")}>
            {action}
          </Button>
        ) : (
          <>
            <p role="status">
              {step === "failed"
                ? "Not ended: the server could not be reached. Nothing was deleted."
                : "Everything that came is deleted from this browser."}
            </p>
            <Button tone="danger" disabled={step === "working"} onClick={() => void end()}>
              {action}
            </Button>
            <Button tone="quiet" onClick={() => setStep("idle")}>
              Keep it
            </Button>
          </>
        )}
      </div>
    </details>
  );
}
