/** Sound that is on our server: until when, and how to delete it. */
import { useState } from "react";
import { ApiError } from "#api/client.ts";
import { deleteCopy } from "#api/sounds.ts";
import layoutClasses from "#components/layout/layout.module.css";
import { wallTime } from "#platform/clock.ts";
import { forgetCopy, type SoundCopy, soundCopies } from "#store/guardians/sound-copies.ts";
import { useLinks } from "#store/guardians/use-links.ts";
import { hasOwnPin } from "#store/settings/own-pin.ts";
import { settingsRecord } from "#store/settings/settings.ts";
import { FinalButton } from "./final-button.tsx";
import classes from "./guardians.module.css";
import { isDeletable, storedText } from "./stored-sound-rules.ts";

type StoredSoundProps = {
  /** Asks for the own PIN where there is one, then does it. */
  readonly askFirst: (then: () => void) => void;
};

const NONE: readonly SoundCopy[] = [];

/** Nothing where no sound left this phone. */
export function StoredSound({ askFirst }: StoredSoundProps) {
  const copies = useLinks(soundCopies, NONE) ?? NONE;
  const made = copies.filter(({ madeAt }) => madeAt !== null);
  if (made.length === 0) return null;
  return (
    <section className={classes.card} aria-labelledby="stored-sound">
      <h2 className={classes.name} id="stored-sound">
        Sound on our server
      </h2>
      {made.map((copy) => (
        <OneCopy key={copy.emergency} copy={copy} askFirst={askFirst} />
      ))}
    </section>
  );
}

const words = {
  deleting: "Deleting...",
  early: "Not deleted: our server does not delete it yet.",
  failed: "Not confirmed. Check your connection and try again.",
} as const;

function OneCopy({ copy, askFirst }: StoredSoundProps & { readonly copy: SoundCopy }) {
  const hasPin = hasOwnPin(settingsRecord.use());
  const [state, setState] = useState<keyof typeof words | null>(null);
  const remove = async () => {
    setState("deleting");
    try {
      await deleteCopy(copy.write);
      await forgetCopy(copy.emergency);
    } catch (error) {
      setState(error instanceof ApiError && error.status === 409 ? "early" : "failed");
    }
  };
  const now = wallTime();
  return (
    <div className={layoutClasses.stack}>
      <p>{storedText(copy, now, hasPin)}</p>
      {isDeletable(copy, now, hasPin) && (
        <FinalButton
          label="Delete it from our server"
          isDisabled={state === "deleting"}
          title="Delete this sound from our server?"
          description="This cannot be undone. If this phone is lost, this sound may be lost too."
          confirmLabel="Delete"
          askFirst={askFirst}
          onConfirm={() => void remove()}
        />
      )}
      <p role="status">{state !== null && words[state]}</p>
    </div>
  );
}
