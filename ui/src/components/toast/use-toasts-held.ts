/** Keeps the toasts of the rest of the app back while a component needs the screen for itself. */
import { useLayoutEffect } from "react";
import { holdToasts } from "./toast-store.ts";

/** Holds them while `isHeld`; the newest is shown later. */
export function useToastsHeld(isHeld: boolean): void {
  useLayoutEffect(() => (isHeld ? holdToasts() : undefined), [isHeld]);
}
