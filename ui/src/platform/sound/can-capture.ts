/** Whether a page can hear the microphone sample by sample. */

/** Whether this browser has audio worklets and microphones. */
export function canCapture(): boolean {
  return typeof AudioWorkletNode !== "undefined" && navigator.mediaDevices !== undefined;
}
