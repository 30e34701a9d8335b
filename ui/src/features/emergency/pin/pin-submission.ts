/** What a typed code does to the emergency: it is tried, told, and perhaps unlocks. */
import { emergencyMessages } from "#content/messages.ts";
import { settingsRecord } from "#store/settings.ts";
import type { Devices } from "../devices.ts";
import type { EmergencyEvent, EmergencyState } from "../machine/state.ts";
import type { LockedScreen } from "./lockout.ts";
import { refreshLockouts } from "./lockout-clock.ts";
import { type PinOutcome, tryPin } from "./pin-entry.ts";

/** Where the code is typed. */
export interface LockedPage {
  readonly devices: Pick<Devices, "showToast">;
  readonly demoPin: string;
  readonly getState: () => EmergencyState;
  readonly report: (event: EmergencyEvent) => void;
}

/** A code on a screen; `goesHome` is whether a right one leads to the main screen. */
export interface TypedPin {
  readonly screen: LockedScreen;
  readonly pin: string;
  readonly goesHome: boolean;
}

/** Tries the code and answers with what became of it. */
export async function submitPin(
  { devices, demoPin, getState, report }: LockedPage,
  { screen, pin, goesHome }: TypedPin,
): Promise<PinOutcome> {
  const { emergency } = getState();
  const situation = {
    // Settings that somebody emptied meanwhile do not make the demo PIN the right one.
    ownPin: emergency?.ownPin || settingsRecord.read().pinCode,
    demoPin,
    emergency: emergency?.kind ?? null,
  };
  const { outcome, message } = await tryPin(screen, pin, situation, () => void refreshLockouts());
  await refreshLockouts();
  if (message !== null) {
    devices.showToast(message);
  }
  if (outcome === "decoy" && getState().emergency === null) {
    devices.showToast(emergencyMessages.demoAccess);
  } else if (outcome !== "wrong" && outcome !== "locked-out") {
    report({ type: "unlocked", meaning: outcome, goesHome });
  }
  return outcome;
}
