/** Listening, for a component. */
import { useSyncExternalStore } from "react";
import { voiceMessages } from "#content/messages.ts";
import { settingsRecord } from "#store/settings/settings.ts";
import {
  pageVoiceState,
  VOICE_START,
  type VoiceState,
  voiceLoadFailed,
} from "./listening/state.ts";
import { type VoiceStatus, voiceStatus } from "./listening/status.ts";

/** The state of listening; the server, and hydration, see it off. */
export function useVoice(): VoiceState {
  return useSyncExternalStore(pageVoiceState.subscribe, pageVoiceState.get, () => VOICE_START);
}

/** Whether this browser recognises speech, as far as listening has found out. */
export function useIsRecognised(): boolean {
  const { target } = useVoice();
  return target.missing !== "recognition" && target.unheard !== "no-recognition";
}

/** What listening does, as screens say it: where it was switched on and its code could not be loaded, that. */
export function useVoiceStatus(): VoiceStatus {
  const status = voiceStatus(useVoice());
  const isMissing = useSyncExternalStore(
    voiceLoadFailed.subscribe,
    voiceLoadFailed.get,
    () => false,
  );
  const isWanted = settingsRecord.use().isListeningEnabled;
  if (status.kind !== "off" || !isMissing || !isWanted) return status;
  return { kind: "cannot", reason: voiceMessages.notLoaded };
}
