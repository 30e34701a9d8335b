/**
 * The gate before everything that is protected: whether the code was typed on this page and still counts, and what is behind
 * it. Starting an emergency never is.
 */
import { useSyncExternalStore } from "react";
import { hasOwnPin, isCodeAsked } from "#store/settings/own-pin.ts";
import type { Settings } from "#store/settings/settings.ts";
import type { PageName } from "#wire/pages.ts";
import { createGate } from "./gate-clock.ts";

const gate = createGate();

/** The code was right: what is protected opens without it until the gate closes. */
export function openGate(): void {
  gate.open();
}

/** The code is asked for again. */
export function closeGate(): void {
  gate.report("closed");
}

/** Whether the gate is open; closed on the server and during hydration. */
export function useGateOpen(): boolean {
  return useSyncExternalStore(gate.subscribe, isOpenNow, () => false);
}

const isOpenNow = () => gate.get().isOpen;

/** Whether the gate is open now. */
export function isGateOpen(): boolean {
  gate.report("looked");
  return isOpenNow();
}

/** Closes the gate when nothing was touched or the app was out of sight for too long; returns how to stop. */
export function watchGate(): () => void {
  return gate.watch();
}

/** Pages that show or change protection. */
const protectedPages: readonly PageName[] = ["settings", "voice", "setup"];

/** An action that shows or changes protection, or deletes evidence. */
export type ProtectedAction = "open-settings-dialog" | "delete-recordings" | "unlink-guardian";

/** Whether a page shows or changes protection. */
export const showsProtection = (page: PageName): boolean => protectedPages.includes(page);

/** Whether a page is shown only after the code. */
export function isPageProtected(page: PageName, settings: Settings): boolean {
  return showsProtection(page) && isCodeAsked(settings);
}

/** Whether an action waits for the code. Deleting evidence and unlinking a guardian do so whenever there is an own PIN. */
export function isActionProtected(action: ProtectedAction, settings: Settings): boolean {
  switch (action) {
    case "open-settings-dialog":
      return isCodeAsked(settings);
    case "delete-recordings":
    case "unlink-guardian":
      return hasOwnPin(settings);
    default:
      return action satisfies never;
  }
}
