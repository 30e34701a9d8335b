/** Everything outside listening that it uses, in one place, so that a test can replace it. */
import { captureSound, captureStream } from "#platform/audio-capture.ts";
import { readBattery } from "#platform/battery.ts";
import { canCapture } from "#platform/can-capture.ts";
import { after, every, runningTime, wallTime } from "#platform/clock.ts";
import { isOnline, onConnection } from "#platform/connection.ts";
import { isApplePhone, isPhone, isSafari, isStandalone } from "#platform/display-mode.ts";
import { announceEmergency } from "#platform/events.ts";
import {
  isMicrophoneTaken,
  leaveMicrophone,
  microphonePermission,
  onMicrophoneAllowed,
  takeMicrophone,
} from "#platform/microphone.ts";
import { onRecordedSound, recordedSound } from "#platform/recorded-sound.ts";
import { hasSpeechRecognition, isSpeechLocal, recogniseSpeech } from "#platform/speech.ts";
import { onShown } from "#platform/visibility.ts";
import { keepScreenOn } from "#platform/wake-lock.ts";
import { emergencyStateRecord } from "#store/emergency-state.ts";
import { settingsRecord } from "#store/settings.ts";
import { onVoicePhrase, readVoicePhrase } from "#store/voice-phrase.ts";
import { voiceSharingRecord } from "#store/voice-sharing.ts";

/** The real device. */
export const browserVoiceDevices = {
  after,
  announceEmergency,
  canCapture,
  captureSound,
  captureStream,
  every,
  hasSpeechRecognition,
  isApplePhone,
  /** Whether the heart monitor is in front of an emergency. */
  isEmergencyHidden: () => {
    const { isLocked, isDecoy, isDisguised } = emergencyStateRecord.read();
    return isLocked && (isDecoy || isDisguised);
  },
  isEmergencyOn: () => emergencyStateRecord.read().isLocked,
  isMicrophoneTaken,
  isOnline,
  isPhone,
  isSafari,
  isSpeechLocal,
  isStandalone,
  keepScreenOn,
  keepSharing: voiceSharingRecord.write,
  leaveMicrophone,
  microphonePermission,
  onConnection,
  onEmergency: emergencyStateRecord.subscribe,
  onMicrophoneAllowed,
  onRecordedSound,
  onSettings: settingsRecord.subscribe,
  onShown,
  onVoicePhrase,
  readBattery,
  readSettings: settingsRecord.read,
  readSharing: voiceSharingRecord.read,
  readVoicePhrase,
  recogniseSpeech,
  recordedSound,
  runningTime,
  takeMicrophone,
  wallTime,
};

/** What listening asks of a device. */
export type VoiceDevices = typeof browserVoiceDevices;
