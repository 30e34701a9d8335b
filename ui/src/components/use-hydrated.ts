/** Whether the page is hydrated. */
import { useSyncExternalStore } from "react";

const never = () => () => undefined;

/** False on the server and during hydration, then true. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
