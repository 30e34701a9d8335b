/** Listening, for a component. */
import { useSyncExternalStore } from "react";
import { pageVoiceState, VOICE_START, type VoiceState } from "./listening/state.ts";

/** The state of listening; the server, and hydration, see it off. */
export function useVoice(): VoiceState {
  return useSyncExternalStore(pageVoiceState.subscribe, pageVoiceState.get, () => VOICE_START);
}
