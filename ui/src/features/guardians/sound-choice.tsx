/** Whether a guardian gets sound while it is recorded, with the limits of that in plain words. Offered once the digits were compared. */

import { Switch } from "#components/form/switch.tsx";
import { changeGuardian, type LinkedGuardian } from "#store/guardians/guardians.ts";
import { soundKeptDays } from "#wire/kept.ts";
import { pressed } from "./pressed.ts";

/** The switch, off unless the person chose it. */
export function SoundChoice({ guardian }: { readonly guardian: LinkedGuardian }) {
  const { id, name, getsSound = false } = guardian;
  const choose = (isOn: boolean) =>
    changeGuardian(id, (before) =>
      before.state === "linked" ? { ...before, getsSound: isOn } : before,
    );
  return (
    <Switch
      label={`Send sound to ${name}`}
      hint={
        `In an emergency, and in a test, what this phone records also leaves it, sealed. Whoever takes the phone cannot take that back. ` +
        `It works only while this app is open and online. Our server keeps it for ${soundKeptDays} days. The server sees sizes and times and cannot listen. ` +
        `${name} can listen, keep it and pass it on. Switched off, nothing more leaves.`
      }
      isOn={getsSound}
      onChange={(isOn) => pressed(choose(isOn))}
    />
  );
}
