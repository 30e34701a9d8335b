/** Keeps listening going on every app page, wherever it was switched on. */
import { useEffect } from "react";
import { startKeepAlive } from "#platform/service-worker.ts";
import { pageVoice } from "./controller.ts";
import { useVoice } from "./use-voice.ts";

/** Renders nothing. While listening is wanted it keeps the service worker awake. */
export function VoiceGate() {
  const isWanted = useVoice().phase !== "off";
  useEffect(() => pageVoice().start(), []);
  useEffect(() => (isWanted ? startKeepAlive() : undefined), [isWanted]);
  return null;
}
