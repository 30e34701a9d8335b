/** A measurement: the camera is opened, evaluated until a reading is certain, and closed. */
import type { Frame } from "#content/frame.ts";
import { pulseLimits } from "#content/heart-monitor-limits.ts";
import { type Camera, CameraError, type CameraProblem } from "#platform/sensors/camera.ts";
import type { MeasureDevices } from "./devices.ts";
import {
  isCovered,
  newest,
  pulseOf,
  type Row,
  readingOf,
  shareOf,
  traceOf,
  withLook,
} from "./pulse-rules.ts";

/** What a measurement shows. */
export type Measuring =
  /** The browser asks, or the camera opens. */
  | { readonly phase: "opening" }
  | {
      readonly phase: "measuring";
      readonly preview: HTMLVideoElement;
      readonly isCovered: boolean;
      /** How much of what a reading needs is there, 0 to 1. */
      readonly share: number;
      /** The newest wave, -1 to 1; empty while no finger is there. */
      readonly trace: readonly number[];
    }
  | { readonly phase: "done"; readonly bpm: number }
  | { readonly phase: "failed"; readonly reason: CameraProblem | "no-reading" | "interrupted" };

/** A little more than the window, so that it is whole. */
const KEPT_MS = pulseLimits.windowMs + pulseLimits.gapMs;

/** Looks at frames as they come. */
function watcher() {
  let frames: readonly Frame[] = [];
  let row: Row = [];
  return {
    add: (frame: Frame) => {
      frames = [...newest(frames, KEPT_MS), frame];
    },
    /** What is to be seen now, and the reading once it is sure. */
    look: () => {
      const last = frames.at(-1);
      row = withLook(row, pulseOf(frames));
      return {
        bpm: readingOf(row),
        isCovered: last !== undefined && isCovered(last),
        share: shareOf(frames, row),
        trace: traceOf(frames),
      };
    },
  };
}

/**
 * Measures until there is a reading, which is kept, or none is to be had. The camera is let go at its end, and at once
 * when an emergency begins, the page is hidden or the returned function is called, which reports nothing.
 */
export function startMeasuring(
  devices: MeasureDevices,
  onChange: (state: Measuring) => void,
): () => void {
  const watched = watcher();
  let camera: Camera | null = null;
  let isOver = false;
  const stops: (() => void)[] = [];
  const stop = () => {
    isOver = true;
    camera?.close();
    camera = null;
    for (const each of stops.splice(0)) each();
  };
  const end = (state: Measuring) => {
    if (isOver) return;
    stop();
    onChange(state);
  };
  const interrupt = () => end({ phase: "failed", reason: "interrupted" });
  const look = (preview: HTMLVideoElement) => {
    const { bpm, ...seen } = watched.look();
    if (bpm === null) return onChange({ phase: "measuring", preview, ...seen });
    devices.keepReading({ at: devices.wallTime(), bpm });
    end({ phase: "done", bpm });
  };
  const open = async () => {
    const opened = await devices.openCamera({ onFrame: watched.add, onLost: interrupt });
    // It may have taken as long as the person thought about the browser's question.
    if (isOver) return opened.close();
    camera = opened;
    const { preview } = opened;
    stops.push(
      devices.every(pulseLimits.lookMs, () => look(preview)),
      devices.after(pulseLimits.patienceMs, () => end({ phase: "failed", reason: "no-reading" })),
    );
    look(preview);
  };
  if (devices.isEmergencyOn()) {
    interrupt();
    return stop;
  }
  stops.push(
    devices.onEmergency(() => {
      if (devices.isEmergencyOn()) interrupt();
    }),
    devices.onHidden(interrupt),
  );
  onChange({ phase: "opening" });
  open().catch((error: unknown) => {
    const reason = error instanceof CameraError ? error.reason : "busy";
    end({ phase: "failed", reason });
  });
  return stop;
}
