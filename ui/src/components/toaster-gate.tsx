/** Loads the toaster when the first toast is shown, so that pages without toasts do not carry it. */
import { type ComponentType, useEffect, useState, useSyncExternalStore } from "react";
import { currentToasts, serverToasts, subscribeToToasts } from "./toast-store.ts";

/** Renders nothing until there is something to say. */
export function ToasterGate() {
  const hasToasts = useSyncExternalStore(subscribeToToasts, currentToasts, serverToasts).length > 0;
  const [loaded, setLoaded] = useState<{ Toaster: ComponentType } | null>(null);
  const isWanted = hasToasts && loaded === null;
  useEffect(() => {
    if (!isWanted) return;
    import("./toaster.tsx").then(({ Toaster }) => setLoaded({ Toaster }));
  }, [isWanted]);
  return loaded === null ? null : <loaded.Toaster />;
}
