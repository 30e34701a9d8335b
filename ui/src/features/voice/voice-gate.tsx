/** Keeps listening alive on every app page, whatever page it was switched on. */
import { useEffect } from "react";
import { startKeepAlive } from "#platform/service-worker.ts";
import { pageVoice } from "./controller.ts";
import { useVoice } from "./use-voice.ts";

/** Renders nothing. While listening is wanted the worker is kept awake. */
export function VoiceGate() {
  const isWanted = useVoice().phase !== "off";
  useEffect(() => pageVoice().start(), []);
  useEffect(() => (isWanted ? startKeepAlive() : undefined), [isWanted]);
  return null;
}
