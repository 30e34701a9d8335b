/** Tells open forms that settings were taken over, so that saving them does not bring back what was there before. */
import { useEffect, useRef } from "react";
import { observable } from "#platform/observable.ts";
import type { Settings } from "#store/settings/settings.ts";

const newest = observable<Partial<Settings>>({});

/** Tells all forms of this page. */
export const announceTaken = newest.set;

/** Calls back with the changes each time settings were taken over. */
export function useTakenOver(listener: (changes: Partial<Settings>) => void): void {
  const current = useRef(listener);
  current.current = listener;
  useEffect(() => newest.subscribe(() => current.current(newest.get())), []);
}
