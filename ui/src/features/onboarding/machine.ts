/** The steps of the set-up wizard and of the intro. */

import { introTimes } from "#content/limits.ts";

/** Index of the wizard's last step. */
export const LAST_WIZARD_STEP = 3;

/** The wizard's next step: forward only, and the last step stays. */
export function nextWizardStep(step: number): number {
  return Math.min(LAST_WIZARD_STEP, step + 1);
}

/** Whether the wizard shows its exits. */
export function isWizardDone(step: number): boolean {
  return step === LAST_WIZARD_STEP;
}

/** The intro's step `elapsedMs` after it stood at `from`: one more every 3 s, up to 3. */
export function introStepAt(elapsedMs: number, from = 0): number {
  const passed = Math.max(0, Math.floor(elapsedMs / introTimes.stepMs));
  return Math.min(introTimes.maximumStep, from + passed);
}
