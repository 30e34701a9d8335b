/** A tone for alarms that come while the page is open, for guardians without notifications. */
import { useEffect, useRef, useState } from "react";
import { Button } from "#components/button.tsx";
import textClasses from "#components/text.module.css";
import { playTone, unlockTone } from "#platform/sound/tone.ts";
import type { Watched } from "#store/guardians/watched.ts";
import { alarmsOf } from "./guardian-timeline.ts";

/** How many beeps an alarm has, and the one that shows how it sounds. */
const ALARM_BEEPS = 6;
const TRIAL_BEEPS = 2;

/** Switches the sound on, with a tap as browsers want it, until the page is closed. */
export function SoundSwitch({ all }: { readonly all: readonly Watched[] }) {
  const [state, setState] = useState<"off" | "on" | "refused">("off");
  const known = useRef<ReadonlySet<string> | null>(null);
  const alarms = alarmsOf(all);
  const isOn = state === "on";
  useEffect(() => {
    const before = known.current;
    known.current = new Set(alarms);
    const isNew = before !== null && alarms.some((alarm) => !before.has(alarm));
    if (isNew && isOn) void playTone(ALARM_BEEPS);
  }, [alarms, isOn]);
  const switchOn = async () => {
    const isAllowed = await unlockTone();
    setState(isAllowed ? "on" : "refused");
    if (isAllowed) await playTone(TRIAL_BEEPS);
  };
  if (isOn) {
    return (
      <p className={textClasses.soft} role="status">
        Sound is on until this page is closed. In the background some browsers stay silent.
      </p>
    );
  }
  return (
    <>
      <Button tone="quiet" onClick={() => void switchOn()}>
        Sound on
      </Button>
      {state === "refused" && <p role="alert">This browser plays no sound here.</p>}
    </>
  );
}
