/** The parts of the device that listening uses, so that a test can bring its own. */
import { canCapture, captureSound } from "#platform/audio-capture.ts";
import { readBattery } from "#platform/battery.ts";
import { runningTime, wallTime } from "#platform/clock.ts";
import { isOnline, onConnection } from "#platform/connection.ts";
import { isApplePhone, isSafari, isStandalone } from "#platform/display-mode.ts";
import { announceEmergency } from "#platform/events.ts";
import {
  isMicrophoneTaken,
  leaveMicrophone,
  microphonePermission,
  takeMicrophone,
} from "#platform/microphone.ts";
import { hasSpeechRecognition, isSpeechLocal, recogniseSpeech } from "#platform/speech.ts";
import { onVoicePhrase, readVoicePhrase } from "#store/voice-phrase.ts";

/** The real device. */
export const browserVoiceDevices = {
  announceEmergency,
  canCapture,
  captureSound,
  hasSpeechRecognition,
  isApplePhone,
  isMicrophoneTaken,
  isOnline,
  isSafari,
  isSpeechLocal,
  isStandalone,
  leaveMicrophone,
  microphonePermission,
  onConnection,
  onVoicePhrase,
  readBattery,
  readVoicePhrase,
  recogniseSpeech,
  runningTime,
  takeMicrophone,
  wallTime,
};

/** What listening asks of a device. */
export type VoiceDevices = typeof browserVoiceDevices;
