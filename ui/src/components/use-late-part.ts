/** A part of a page that is loaded when it is wanted, so that the page itself stays light. */
import { type ComponentType, useEffect, useState } from "react";

/**
 * The component that `load` brings, or null until it is there. `load` must be the same function at
 * each render; `onFailed` is called when it fails, and it is tried again when `attempt` changes.
 */
export function useLatePart<Props>(
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
