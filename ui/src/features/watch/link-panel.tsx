/** The link itself: the digits, and its end by the guardian. Its keys are deleted once the server has said that it is over, and not before. */
import { useEffect, useState } from "react";
import { endWatch, hasEnded, isMissing } from "#api/watches.ts";
import { Button } from "#components/button.tsx";
import layoutClasses from "#components/layout/layout.module.css";
import { onConnection } from "#platform/workers/connection.ts";
import { forgetGivenSounds } from "#store/guardians/given-sounds.ts";
import { forgetClaim } from "#store/guardians/pending-claims.ts";
import { changeWatched, removeWatched, type Watched } from "#store/guardians/watched.ts";
import { grouped } from "./digits-panel.tsx";
import classes from "./watch.module.css";

/** Folded away: nobody needs it in an emergency. */
export function LinkPanel({ person }: { readonly person: Watched }) {
  const { isEnded, isLeaving = false } = person;
  return (
    <details className={classes.details} open={isLeaving}>
      <summary>About this link</summary>
      <div className={layoutClasses.stack}>
        <p>{digitsText(person)}</p>
        {isLeaving && !isEnded ? <NotEndedYet person={person} /> : <End person={person} />}
      </div>
    </details>
  );
}

/** What is known of the digits. Only the guardian can say that the other phone shows the same. */
function digitsText({ name, digits, isForged, isCompared }: Watched): string {
  if (isForged) return "This link has no digits to compare: it was changed on its way to you.";
  if (digits === null) {
    return `The six digits of this link are not known yet: they come from ${name}'s phone.`;
  }
  return isCompared
    ? `You said that ${name}'s phone shows the same six digits: ${grouped(digits)}.`
    : `The six digits of this link are ${grouped(digits)}. ${name}'s phone must show the same.`;
}

/** The way to end the link, in two taps. */
function End({ person }: { readonly person: Watched }) {
  const { name, isEnded } = person;
  const [step, setStep] = useState<"idle" | "sure" | "working" | "failed">("idle");
  const end = async () => {
    setStep("working");
    const outcome = await leave(person).catch(() => "failed");
    if (outcome === "unknown") await noteLeaving(person, true);
    if (outcome !== "left") setStep("failed");
  };
  const action = isEnded ? "Delete what came" : `Stop being ${name}'s guardian`;
  if (step === "idle") {
    return (
      <Button tone="secondary" onClick={() => setStep("sure")}>
        {action}
      </Button>
    );
  }
  return (
    <>
      <p role="status">
        {step === "failed"
          ? "The server did not say that it has ended. Nothing was deleted."
          : "Everything that came is deleted from this browser."}
      </p>
      <Button tone="danger" disabled={step === "working"} onClick={() => void end()}>
        {action}
      </Button>
      <Button tone="quiet" disabled={step === "working"} onClick={() => setStep("idle")}>
        Keep it
      </Button>
    </>
  );
}

/** The end that the server could not be told: it is told again when the page opens, and when a connection comes back. */
function NotEndedYet({ person }: { readonly person: Watched }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each person.
  useEffect(() => {
    const again = () => void leave(person).catch(() => undefined);
    again();
    return onConnection(again);
  }, [person.id]);
  return (
    <>
      <p role="status">
        Not ended yet: the server that answers does not know this link, and may not be ours. It is
        told again when this page is open. Until then alarms of {person.name} may still come, and
        nothing was deleted.
      </p>
      <Button tone="danger" onClick={() => void forget(person.id)}>
        Delete it here all the same
      </Button>
      <Button tone="quiet" onClick={() => void noteLeaving(person, false)}>
        Keep it
      </Button>
    </>
  );
}

/**
 * How it went: `unknown` where something answers that the link is not there, and does not prove that it has ended, as the sign-in
 * page of a hotel does. Then alarms may still come, and the server is to be told later.
 */
type LeavingOutcome = "left" | "unknown" | "failed";

/** Notes whether the guardian wants the link to end. */
const noteLeaving = ({ id }: Pick<Watched, "id">, isLeaving: boolean) =>
  changeWatched(id, (before) => ({ ...before, isLeaving }));

/** Forgets a person, with everything that came. */
async function forget(id: string): Promise<void> {
  await forgetGivenSounds(id);
  await forgetClaim(id);
  await removeWatched(id);
}

/** Ends the link for both sides and forgets the person; where the server cannot be told, nothing is forgotten. */
async function leave(person: Watched): Promise<LeavingOutcome> {
  const { id, post, read, isEnded } = person;
  try {
    if (!isEnded) await endWatch(post);
  } catch (error) {
    if (!(await hasEnded(error, read))) return isMissing(error) ? "unknown" : "failed";
  }
  await forget(id);
  return "left";
}
