/** A camera in memory for tests of measuring, with a clock that a test moves. */
import type { Frame } from "#content/frame.ts";
import type { MeasureDevices } from "#features/disguise/measure/devices.ts";
import { CameraError, type CameraEvents, type CameraProblem } from "#platform/sensors/camera.ts";
import type { Reading } from "#store/heart-monitor.ts";
import { fakeClock } from "./fake-clock.ts";

/** How often frames are handed over, in milliseconds. */
const HANDED_MS = 100;

/** A device whose camera sees `frames` once it is open; `answer` is what the person says to the browser's question. */
export function fakeCamera(
  frames: readonly Frame[],
  answer: Promise<CameraProblem | "allowed"> = Promise.resolve("allowed"),
) {
  const clock = fakeClock();
  const camera = { asked: 0, isOn: false };
  const kept: Reading[] = [];
  const emergency = new Set<() => void>();
  const visibility = new Set<() => void>();
  let isEmergencyOn = false;
  let events: CameraEvents | null = null;
  const listen = <T>(listeners: Set<T>, listener: T) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  const openCamera = async (heard: CameraEvents) => {
    camera.asked += 1;
    const said = await answer;
    if (said !== "allowed") throw new CameraError(said, new Error(said));
    camera.isOn = true;
    events = heard;
    const begun = clock.runningTime();
    let next = 0;
    const stop = clock.every(HANDED_MS, () => {
      for (; (frames[next]?.at ?? Infinity) <= clock.runningTime() - begun; next += 1) {
        heard.onFrame(frames[next] as Frame);
      }
    });
    const close = () => {
      camera.isOn = false;
      stop();
    };
    const preview = typeof document === "undefined" ? {} : document.createElement("video");
    return { preview: preview as HTMLVideoElement, close };
  };
  const devices: MeasureDevices = {
    after: clock.after,
    every: clock.every,
    isEmergencyOn: () => isEmergencyOn,
    keepReading: (reading) => kept.push(reading) > 0,
    onEmergency: (listener) => listen(emergency, listener),
    onHidden: (listener) => listen(visibility, listener),
    openCamera,
    wallTime: clock.wallTime,
  };
  return {
    camera,
    clock,
    devices,
    /** The readings that were stored. */
    kept,
    /** How many listeners are left. */
    listening: () => emergency.size + visibility.size,
    beginEmergency: () => {
      isEmergencyOn = true;
      for (const heard of [...emergency]) heard();
    },
    hide: () => {
      for (const heard of [...visibility]) heard();
    },
    loseCamera: () => events?.onLost(),
  };
}
