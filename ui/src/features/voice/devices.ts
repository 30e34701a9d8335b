/** Everything outside listening that it uses, in one place, so that a test can replace it. */
import { after, every, runningTime, wallTime } from "#platform/clock.ts";
import { announceEmergency } from "#platform/events.ts";
import { isApplePhone, isPhone, isSafari, isStandalone } from "#platform/page/display-mode.ts";
import { onShown } from "#platform/page/visibility.ts";
import { keepScreenOn } from "#platform/page/wake-lock.ts";
import { readBattery } from "#platform/sensors/battery.ts";
import { captureSound, captureStream, keepMicrophone } from "#platform/sound/audio-capture.ts";
import {
  canCapture,
  isMicrophoneTaken,
  leaveMicrophone,
  microphonePermission,
  onMicrophoneAllowed,
  takeMicrophone,
} from "#platform/sound/microphone.ts";
import { onRecordedSound, recordedSound } from "#platform/sound/recorder.ts";
import { hasSpeechRecognition, isSpeechLocal, recogniseSpeech } from "#platform/sound/speech.ts";
import { isOnline, onConnection } from "#platform/workers/connection.ts";
import { emergencyStateRecord, isBehindMonitor } from "#store/emergency/emergency-state.ts";
import { settingsRecord } from "#store/settings/settings.ts";
import {
  onVoicePhrase,
  readVoicePhrase,
  voiceSharingRecord,
} from "#store/settings/voice-phrase.ts";

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
  isEmergencyHidden: () => isBehindMonitor(emergencyStateRecord.read()),
  isEmergencyOn: () => emergencyStateRecord.read().isLocked,
  isMicrophoneTaken,
  isOnline,
  isPhone,
  isSafari,
  isSpeechLocal,
  isStandalone,
  keepMicrophone,
  keepScreenOn,
  keepSharing: voiceSharingRecord.write,
  leaveMicrophone,
  loadMentions: () => import("./listening/mentions.ts"),
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
