/** Finds out what this device can listen with. */
import type { VoiceDevices } from "../devices.ts";
import type { VoiceProbe } from "./engine-choice.ts";

/** Asks the device; `isEnrolled` is whether a phrase was trained. */
export async function probeDevice(devices: VoiceDevices, isEnrolled: boolean): Promise<VoiceProbe> {
  return {
    hasRecognition: devices.hasSpeechRecognition(),
    isRecognitionLocal: await devices.isSpeechLocal(),
    isOnline: devices.isOnline(),
    isApple: devices.isApplePhone(),
    isSafari: devices.isSafari(),
    isStandalone: devices.isStandalone(),
    isEnrolled,
    hasWorklet: devices.canCapture(),
  };
}
