/** Listening, for a component. */
import { useSyncExternalStore } from "react";
import { pageVoice } from "./controller.ts";
import { VOICE_START, type VoiceState } from "./listening/machine.ts";

/** The state of listening; the server, and hydration, see it off. */
export function useVoice(): VoiceState {
  const { subscribe, getState } = pageVoice();
  return useSyncExternalStore(subscribe, getState, () => VOICE_START);
}
