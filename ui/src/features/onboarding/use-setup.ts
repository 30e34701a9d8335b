/** The progress of the set-up, for components. */
import { useEffect, useState } from "react";
import { documentOpenedAt, wallTime } from "#platform/clock.ts";
import { onShown } from "#platform/page/visibility.ts";
import { onPermissions, permissionOf } from "#platform/permissions.ts";
import { onWhereabouts, whereabouts } from "#platform/sensors/geolocation.ts";
import { settingsRecord } from "#store/settings/settings.ts";
import { noteSetup, SETUP_STEPS, setupRecord } from "#store/settings/setup.ts";
import { useUnread } from "#store/settings/use-unread.ts";
import { type Allowed, isGrantNews, notedOf, type SetupFacts, stepsDone } from "./progress.ts";

const KINDS = ["geolocation", "microphone"] as const;

/** What the browser allowed at a time. */
type Answer = Pick<SetupFacts, "allowed" | "now">;

/** Notes what the browser says is granted, so that it is known later that it was taken back. */
function noteGranted({ location, microphone }: Allowed, now: number): void {
  const noted = notedOf(setupRecord.read());
  const openedAt = documentOpenedAt();
  if (isGrantNews(location, noted.location, openedAt)) noteSetup({ placeGrantedAt: now });
  if (isGrantNews(microphone, noted.microphone, openedAt)) noteSetup({ microphoneGrantedAt: now });
}

/** Asks the browser what it allows, again at each visit and at each change; null before its first answer. */
function useAllowed(): { readonly answer: Answer | null; readonly ask: () => void } {
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [asked, setAsked] = useState(0);
  const ask = () => setAsked((count) => count + 1);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each question is asked anew.
  useEffect(() => {
    let isOver = false;
    void Promise.all(KINDS.map(permissionOf)).then(([location, microphone]) => {
      if (isOver || location === undefined || microphone === undefined) return;
      const [allowed, now] = [{ location, microphone }, wallTime()];
      noteGranted(allowed, now);
      setAnswer({ allowed, now });
    });
    return () => {
      isOver = true;
    };
  }, [asked]);
  useEffect(() => {
    const again = () => setAsked((count) => count + 1);
    const stops = [onPermissions(KINDS, again), onShown(again)];
    return () => {
      for (const stop of stops) stop();
    };
  }, []);
  return { answer, ask };
}

/** Notes when the location was found last, or that it was refused, for browsers that do not tell. */
function notePlace(): void {
  const { isAsking, fix, problem } = whereabouts();
  if (isAsking) return;
  const isRefused = problem === "denied";
  if (!isRefused && (fix === null || problem !== null)) return;
  const placeFoundAt = isRefused || fix === null ? null : fix.timestamp;
  if (setupRecord.read().placeFoundAt !== placeFoundAt) noteSetup({ placeFoundAt });
}

/** What is done of the set-up, and how to look again; null while that is not known. */
export function useSetup(): { readonly facts: SetupFacts | null; readonly ask: () => void } {
  const settings = settingsRecord.use();
  const setup = setupRecord.use();
  const isUnread = useUnread();
  const { answer, ask } = useAllowed();
  useEffect(() => {
    notePlace();
    return onWhereabouts(notePlace);
  }, []);
  const isKnown = answer !== null && isUnread !== null;
  const facts = isKnown ? { settings, isUnread, setup, ...answer } : null;
  const isFinished = facts !== null && stepsDone(facts).length === SETUP_STEPS.length;
  const isNews = isFinished && !setup.wasFinished;
  useEffect(() => {
    if (isNews) noteSetup({ wasFinished: true });
  }, [isNews]);
  return { facts, ask };
}
