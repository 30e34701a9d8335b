/** The own PIN in the settings: its presence, and the replacement of one stored in clear. */
import { pinLimits } from "#content/limits.ts";
import { isSealedPin, sealPin } from "#platform/pin-hash.ts";
import { type Settings, settingsRecord } from "./settings.ts";

const isTypable = (pin: string) =>
  /^\d+$/.test(pin) &&
  pin.length >= pinLimits.minimumDigits &&
  pin.length <= pinLimits.maximumDigits;

/** Whether a PIN of the person's own is stored. */
export function hasOwnPin({ pinCode }: Pick<Settings, "pinCode">): boolean {
  return isSealedPin(pinCode) || isTypable(pinCode);
}

/** Whether screens and actions that show or change protection ask for the code. */
export function isCodeAsked(settings: Pick<Settings, "pinCode" | "asksForCode">): boolean {
  // A PIN in clear comes from a release in which the question was off unless it was switched on.
  return hasOwnPin(settings) && (settings.asksForCode || !isSealedPin(settings.pinCode));
}

/** Replaces a PIN that an earlier release stored in clear by its hash, and switches the question on. */
export async function sealStoredPin(): Promise<void> {
  const { pinCode } = settingsRecord.read();
  if (pinCode === "" || isSealedPin(pinCode)) return;
  // What no field for a code can take was never a PIN: hashed, it would leave the person without any that works.
  const sealed = isTypable(pinCode) ? await sealPin(pinCode) : "";
  const now = settingsRecord.read();
  // Another tab may have been faster, or the person chose another PIN meanwhile.
  if (now.pinCode === pinCode) {
    settingsRecord.write({ ...now, pinCode: sealed, asksForCode: true });
  }
}
