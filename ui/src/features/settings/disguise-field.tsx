/** The switch of the choice to stay disguised. */
import { Switch } from "#components/switch.tsx";
import { disguiseChoice } from "#content/disguise-choice.ts";
import type { Settings } from "#store/settings.ts";

type DisguiseFieldProps = {
  readonly values: Settings;
  /** The PIN that is printed in public. */
  readonly demoPin: string;
  readonly change: (values: Partial<Settings>) => void;
};

/** Off until the person switches it on. */
export function DisguiseField({ values, demoPin, change }: DisguiseFieldProps) {
  return (
    <Switch
      label={disguiseChoice.label}
      hint={disguiseChoice.hint(demoPin)}
      isOn={values.staysDisguised}
      onChange={(staysDisguised) => change({ staysDisguised })}
    />
  );
}
