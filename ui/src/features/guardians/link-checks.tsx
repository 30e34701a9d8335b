/** Checks the links to guardians from time to time, beside every app page. */
import { useEffect, useRef } from "react";
import { isVisible, onShown } from "#platform/visibility.ts";
import { checkLinks } from "#sync/heartbeats.ts";

/** Renders nothing; `isCalm` is whether no emergency is on. */
export function LinkChecks({ isCalm }: { readonly isCalm: boolean }) {
  const calm = useRef(isCalm);
  calm.current = isCalm;
  useEffect(() => {
    const look = () => {
      if (calm.current) void checkLinks(() => calm.current);
    };
    if (isVisible()) look();
    return onShown(look);
  }, []);
  return null;
}
