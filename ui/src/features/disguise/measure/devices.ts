/** What a measurement needs of the device, so that a test can replace it. */

import { after, every, wallTime } from "#platform/clock.ts";
import { onHidden } from "#platform/page/visibility.ts";
import { openCamera } from "#platform/sensors/camera.ts";
import { emergencyStateRecord } from "#store/emergency/emergency-state.ts";
import { keepReading } from "#store/heart-monitor.ts";

/** The real device. */
export const browserMeasureDevices = {
  after,
  every,
  isEmergencyOn: () => emergencyStateRecord.read().isLocked,
  keepReading,
  /** Calls back when an emergency begins or ends, in any tab; returns how to stop. */
  onEmergency: emergencyStateRecord.subscribe,
  onHidden,
  openCamera,
  wallTime,
};

/** What measuring asks of a device. */
export type MeasureDevices = typeof browserMeasureDevices;
