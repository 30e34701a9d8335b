/** The install state, for components. */
import { useSyncExternalStore } from "react";
import { installState } from "./controller.ts";
import { INSTALL_START, type InstallState } from "./machine.ts";

/** The state; the initial one on the server and during hydration. */
export function useInstall(): InstallState {
  return useSyncExternalStore(installState.subscribe, installState.get, () => INSTALL_START);
}
