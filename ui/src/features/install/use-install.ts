/** Installing, for a component. */
import { useSyncExternalStore } from "react";
import { installState, onInstallState } from "./controller.ts";
import { INSTALL_START, type InstallState } from "./machine.ts";

/** What installing looks like; the server, and hydration, see the beginning. */
export function useInstall(): InstallState {
  return useSyncExternalStore(onInstallState, installState, () => INSTALL_START);
}
