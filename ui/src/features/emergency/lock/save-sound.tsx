/** The button for sound that is only in memory, on a lock and after an emergency. */
import { useState } from "react";
import { Button } from "#components/button.tsx";
import { recordingMessages } from "#content/messages.ts";
import { pageEmergency } from "../controller/controller.ts";

/** Offers the sound as a file, and says what came of it: the person may close a share sheet, and a browser may refuse it. */
export function SaveSound() {
  const [isOffered, setOffered] = useState<boolean | null>(null);
  const save = () => void pageEmergency().saveSoundAtRisk().then(setOffered);
  return (
    <>
      <Button tone="secondary" onClick={save}>
        Save the recording now
      </Button>
      {isOffered !== null && (
        <p role="alert">
          {isOffered ? recordingMessages.offered : "No file was made. Please try again."}
        </p>
      )}
    </>
  );
}
