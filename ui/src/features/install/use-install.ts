/** Installing, for a component. */
import { useSyncExternalStore } from "react";
import { installState } from "./controller.ts";
import { INSTALL_START, type InstallState } from "./machine.ts";

/** What installing looks like; the server, and hydration, see the beginning. */
export function useInstall(): InstallState {
  return useSyncExternalStore(installState.subscribe, installState.get, () => INSTALL_START);
}
