/** Two hooks for loading: whether the page is hydrated, and a component that is loaded lazily. */
import { type ComponentType, useEffect, useState, useSyncExternalStore } from "react";

const never = () => () => undefined;

/** Whether the page is hydrated: false on the server and during hydration, then true. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}

/**
 * The component that `load` resolves to, or null until then. It is loaded once `isWanted`. `load`
 * must be stable; `onFailed` is called when it fails, and it is called again when `attempt` changes.
 */
export function useLazyPart<Props>(
  load: () => Promise<ComponentType<Props>>,
  isWanted: boolean,
  onFailed: () => void = () => undefined,
  attempt: unknown = isWanted,
): ComponentType<Props> | null {
  const [loaded, setLoaded] = useState<{ readonly Part: ComponentType<Props> } | null>(null);
  const isDue = isWanted && loaded === null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what to do about a failure may change at each render.
  useEffect(() => {
    if (isDue) load().then((Part) => setLoaded({ Part }), onFailed);
  }, [isDue, load, attempt]);
  return loaded?.Part ?? null;
}
