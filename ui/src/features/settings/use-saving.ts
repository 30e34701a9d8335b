/** A save of the settings page, and the way back after it, which is only for a person who waits there. */
import { useEffect, useRef, useState } from "react";
import { redirectTimes } from "#content/limits.ts";
import { pause } from "#platform/clock.ts";

/** Where the person is. */
interface Standing {
  /** The history entry that is shown: another object after each step. */
  readonly entry: object;
  /** Whether the form holds something that is not stored. */
  readonly isUnsaved: boolean;
}

/** One save: the history entry where it was asked for. */
interface Run {
  readonly entry: object;
}

/** The save that goes on. */
interface Saving {
  /** Whether the button waits: not where the person has gone, nor for what was typed since. */
  readonly isSaving: boolean;
  readonly begin: () => Run;
  /** Nothing was stored. */
  readonly refuse: () => void;
  /** This device has it. */
  readonly noteStored: (run: Run) => void;
  /** Goes back after a while, unless the person did something else meanwhile, or another save began. */
  readonly leave: (run: Run) => Promise<void>;
}

/** While a lock or another page is in its place the page is not mounted, and nothing goes back. */
export function useSaving({ entry, isUnsaved }: Standing, goBack: () => void): Saving {
  const [run, setRun] = useState<Run | null>(null);
  const [stored, setStored] = useState<Run | null>(null);
  const latest = useRef<(Standing & { readonly run: Run | null }) | null>(null);
  useEffect(() => {
    latest.current = { entry, isUnsaved, run };
  });
  useEffect(
    () => () => {
      latest.current = null;
    },
    [],
  );
  return {
    isSaving: run !== null && (run !== stored || (run.entry === entry && !isUnsaved)),
    begin: () => {
      const begun = { entry };
      setRun(begun);
      return begun;
    },
    refuse: () => setRun(null),
    noteStored: setStored,
    leave: async (left) => {
      await pause(redirectTimes.settingsSavedMs);
      const now = latest.current;
      if (now?.run === left && now.entry === left.entry && !now.isUnsaved) return goBack();
      setRun((newest) => (newest === left ? null : newest));
    },
  };
}
