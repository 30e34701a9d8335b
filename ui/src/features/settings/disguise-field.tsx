/** The switch of the choice to stay disguised. */

import { Switch } from "#components/form/switch.tsx";
import { More } from "#components/layout/rows.tsx";
import textClasses from "#components/text.module.css";
import { disguiseChoice } from "#content/disguise-choice.ts";
import type { Settings } from "#store/settings/settings.ts";

type DisguiseFieldProps = {
  readonly values: Settings;
  /** The PIN that is printed in public. */
  readonly demoPin: string;
  readonly change: (values: Partial<Settings>) => void;
};

/** Off until the person switches it on. */
export function DisguiseField({ values, demoPin, change }: DisguiseFieldProps) {
  return (
    <div>
      <Switch
        label={disguiseChoice.label}
        hint={disguiseChoice.short}
        isOn={values.staysDisguised}
        onChange={(staysDisguised) => change({ staysDisguised })}
      />
      <More title="How it works">
        <p className={textClasses.note}>{disguiseChoice.hint(demoPin)}</p>
      </More>
    </div>
  );
}
