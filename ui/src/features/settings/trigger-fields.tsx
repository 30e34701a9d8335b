/**
 * The switches of how an emergency starts and looks: the shake trigger with its trial, staying disguised, and both in the set-up.
 */
import { useEffect, useRef, useState } from "react";
import { Switch } from "#components/form/switch.tsx";
import { More } from "#components/layout/rows.tsx";
import screenClasses from "#components/layout/screen.module.css";
import textClasses from "#components/text.module.css";
import { showProblem } from "#components/toast/toast-store.ts";
import { disguiseChoice } from "#content/disguise-choice.ts";
import { shakeLimits } from "#content/limits.ts";
import { runningTime } from "#platform/clock.ts";
import { askMotion, onMotion } from "#platform/sensors/motion.ts";
import { STILL, shaken } from "#platform/sensors/shake.ts";
import { hasOwnPin } from "#store/settings/own-pin.ts";
import { type Settings, settingsRecord } from "#store/settings/settings.ts";
import { saveSettings } from "#store/settings/settings-copy.ts";

type ShakeFieldProps = {
  readonly values: Settings;
  readonly change: (values: Partial<Settings>) => void;
};

/** Shaking stays off until the person allowed the sensor and shook the phone in the pattern once. */
export function ShakeField({ values, change }: ShakeFieldProps) {
  const [isRefused, setRefused] = useState(false);
  const { isShakeEnabled, isShakeTried } = values;
  const turn = async (isWanted: boolean) => {
    const isAllowed = isWanted && (await askMotion());
    setRefused(isWanted && !isAllowed);
    change({ isShakeEnabled: isAllowed });
  };
  return (
    <>
      <Switch
        label="Shake to start"
        hint="Five hard shakes start a real emergency while the app is on the screen. Off until you have tried it here."
        isOn={isShakeEnabled}
        onChange={(isOn) => void turn(isOn)}
      />
      {isRefused && <p role="alert">This device does not let the app use its motion sensor.</p>}
      {isShakeEnabled && !isShakeTried && (
        <ShakeTrial onTried={() => change({ isShakeTried: true })} />
      )}
      {isShakeEnabled && isShakeTried && (
        <p role="status">Tried: this phone counted five shakes.</p>
      )}
    </>
  );
}

/** Counts shakes by the trigger's own rules. None of them starts anything: shaking is not on yet. */
function ShakeTrial({ onTried }: { onTried: () => void }) {
  const shakes = useRef(STILL);
  const [count, setCount] = useState(0);
  useEffect(
    () =>
      onMotion((magnitude) => {
        const shake = shaken(shakes.current, magnitude, runningTime());
        shakes.current = shake.count;
        setCount(shake.count.count);
        if (shake.isTrigger) onTried();
      }),
    [onTried],
  );
  return (
    <p className={screenClasses.inset} role="status">
      Try it now: shake the phone five times. <strong>{count}</strong> of {shakeLimits.count}
    </p>
  );
}

type DisguiseFieldProps = {
  readonly values: Settings;
  /** Whether there is an own PIN, or one is about to be saved with the choice. */
  readonly hasPin: boolean;
  /** The PIN that is printed in public. */
  readonly demoPin: string;
  readonly change: (values: Partial<Settings>) => void;
};

/**
 * Off until the person switches it on, which takes an own PIN: the public code alone cannot tell the person from others. A choice
 * from before that, or from another phone, is kept, because somebody counts on it.
 */
export function DisguiseField({ values, hasPin, demoPin, change }: DisguiseFieldProps) {
  return (
    <div>
      <Switch
        label={disguiseChoice.label}
        hint={disguiseChoice.short}
        isOn={values.staysDisguised}
        isDisabled={!hasPin && !values.staysDisguised}
        onChange={(staysDisguised) => change({ staysDisguised })}
      />
      {!hasPin && <p className={textClasses.note}>{disguiseChoice.needsPin(demoPin)}</p>}
      <More title="How it works">
        <p className={textClasses.note}>{disguiseChoice.hint}</p>
      </More>
    </div>
  );
}

type SetupTriggersProps = {
  /** The PIN that is printed in public. */
  readonly demoPin: string;
};

/** The set-up's choices besides the button: shaking, which is tried here, and the disguise. Each is saved as it is made. */
export function SetupTriggers({ demoPin }: SetupTriggersProps) {
  const values = settingsRecord.use();
  const change = (changed: Partial<Settings>) => void showProblem(saveSettings(changed));
  return (
    <>
      <ShakeField values={values} change={change} />
      <DisguiseField {...{ values, demoPin, change }} hasPin={hasOwnPin(values)} />
    </>
  );
}
