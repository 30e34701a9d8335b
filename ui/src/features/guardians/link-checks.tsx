/** Checks the links to guardians from time to time, and tells of links that were ended here, beside every app page. */
import { useEffect, useRef } from "react";
import { isVisible, onShown } from "#platform/page/visibility.ts";
import { onConnection } from "#platform/workers/connection.ts";
import { checkLinks } from "#sync/heartbeats.ts";
import { tellEndings } from "./sending.ts";

/** Renders nothing; `isCalm` is whether no emergency is on. */
export function LinkChecks({ isCalm }: { readonly isCalm: boolean }) {
  const calm = useRef(isCalm);
  calm.current = isCalm;
  useEffect(() => {
    const look = () => {
      if (!calm.current || !isVisible()) return;
      void checkLinks(() => calm.current);
      // What the server could not be told stays noted.
      void tellEndings().catch(() => undefined);
    };
    look();
    const stops = [onShown(look), onConnection(look)];
    return () => {
      for (const stop of stops) stop();
    };
  }, []);
  return null;
}
