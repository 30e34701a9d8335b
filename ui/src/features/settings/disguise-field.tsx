/** The switch of the choice to stay disguised. */
import { Switch } from "#components/switch.tsx";
import { disguiseChoice } from "#content/disguise-choice.ts";
import type { Settings } from "#store/settings.ts";

type DisguiseFieldProps = {
  readonly values: Settings;
  readonly change: (values: Partial<Settings>) => void;
};

/** Off until the person switches it on. */
export function DisguiseField({ values, change }: DisguiseFieldProps) {
  return (
    <Switch
      label={disguiseChoice.label}
      hint={disguiseChoice.hint}
      isOn={values.staysDisguised}
      onChange={(staysDisguised) => change({ staysDisguised })}
    />
  );
}
