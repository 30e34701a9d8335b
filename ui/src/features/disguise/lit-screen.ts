/** The screen of the heart monitor stays on where an emergency could be hidden behind it. */
import { useEffect } from "react";
import { keepScreenOn } from "#platform/page/wake-lock.ts";
import { hasOwnPin } from "#store/settings/own-pin.ts";
import { settingsRecord } from "#store/settings/settings.ts";

const unheard = () => undefined;

/**
 * Keeps the screen on while the component is there. An emergency does so too, and goes on behind the heart monitor: one that
 * went dark at other times would tell.
 */
export function useLitScreen(): void {
  const settings = settingsRecord.use();
  const isWanted = hasOwnPin(settings) || settings.staysDisguised;
  useEffect(() => (isWanted ? keepScreenOn(unheard) : undefined), [isWanted]);
}
