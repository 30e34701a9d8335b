/** Tells whether script runs this page, or the server's HTML is all there is. */
import { useSyncExternalStore } from "react";

const never = () => () => undefined;

/** False on the server and while hydrating, true ever after. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
