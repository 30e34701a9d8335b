/** Keeps listening going on every app page, wherever it was switched on. */
import { useEffect } from "react";
import { startKeepAlive } from "#platform/service-worker.ts";
import { onShown } from "#platform/visibility.ts";
import { useVoice } from "./use-voice.ts";

/** Renders nothing. While listening is wanted it keeps the service worker awake. */
export function VoiceGate() {
  const isWanted = useVoice().phase !== "off";
  useEffect(startWhenLoaded, []);
  useEffect(() => (isWanted ? startKeepAlive() : undefined), [isWanted]);
  return null;
}

/** Listening is loaded after the page's own code, and again when the person comes back after that failed. */
function startWhenLoaded(): () => void {
  let isOver = false;
  let stop: (() => void) | null = null;
  const load = async () => {
    const { startPageVoice } = await import("./controller.ts");
    if (!isOver) stop ??= startPageVoice();
  };
  const tryToLoad = () => {
    if (stop === null) load().catch(() => undefined);
  };
  tryToLoad();
  const stopWatching = onShown(tryToLoad);
  return () => {
    isOver = true;
    stopWatching();
    stop?.();
  };
}
