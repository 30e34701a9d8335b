/** The set-up's choices of how an emergency starts, besides the button. Each is saved as it is made. */
import { showToast } from "#components/toast/toast-store.ts";
import { saveMessages } from "#content/messages.ts";
import { type Settings, settingsRecord } from "#store/settings/settings.ts";
import { DisguiseField, ShakeField } from "./trigger-fields.tsx";

type SetupTriggersProps = {
  /** The PIN that is printed in public. */
  readonly demoPin: string;
};

/** Shaking, which is tried here, and the disguise. */
export function SetupTriggers({ demoPin }: SetupTriggersProps) {
  const values = settingsRecord.use();
  const change = (changed: Partial<Settings>) => {
    const isSaved = settingsRecord.write({ ...settingsRecord.read(), ...changed });
    if (!isSaved) showToast(saveMessages.settingsFailed);
  };
  return (
    <>
      <ShakeField values={values} change={change} />
      <DisguiseField values={values} demoPin={demoPin} change={change} />
    </>
  );
}
