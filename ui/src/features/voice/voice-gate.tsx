/** Keeps listening going on every app page, wherever it was switched on. */
import { useEffect } from "react";
import { onShown } from "#platform/page/visibility.ts";
import { startKeepAlive } from "#platform/workers/service-worker.ts";
import { voiceLoadFailed } from "./listening/state.ts";
import { useVoice } from "./use-voice.ts";

/** Starts listening, as far as it is wanted; returns how to stop. */
type Start = () => () => void;

const loadController = async (): Promise<Start> => (await import("./controller.ts")).startPageVoice;

/** Renders nothing. While listening is wanted it keeps the service worker awake. */
export function VoiceGate({ load = loadController }) {
  const isWanted = useVoice().phase !== "off";
  useEffect(() => startWhenLoaded(load), [load]);
  useEffect(() => (isWanted ? startKeepAlive() : undefined), [isWanted]);
  return null;
}

/** Listening is loaded after the page's own code, and again when the person comes back after that failed. */
function startWhenLoaded(load: () => Promise<Start>): () => void {
  let isOver = false;
  let stop: (() => void) | null = null;
  const begin = async () => {
    const start = await load();
    if (isOver) return;
    stop ??= start();
    voiceLoadFailed.set(false);
  };
  const tryToLoad = () => {
    if (stop === null) begin().catch(() => isOver || voiceLoadFailed.set(true));
  };
  tryToLoad();
  const stopWatching = onShown(tryToLoad);
  return () => {
    isOver = true;
    stopWatching();
    stop?.();
  };
}
