/** The emergency numbers, for a component that stays while they may change. */
import { useSyncExternalStore } from "react";
import { callNumbersKey } from "#content/device-records.ts";
import { emergencyNumbers } from "#content/limits.ts";
import { onTextChange } from "#platform/storage/storage.ts";
import { callNumbersText } from "./call-numbers.ts";

const subscribe = (listener: () => void) => onTextChange(callNumbersKey, listener);

/** The numbers that the lock shows now; those of the specification on the server and during hydration. */
export function useCallNumbers(): readonly string[] {
  return useSyncExternalStore(subscribe, callNumbersText, () => emergencyNumbers).split(" ");
}
