/** Everything outside of the emergency that it acts upon, in one place, so that a test may replace it. */
import { showToast } from "#components/toast-store.ts";
import { copyText } from "#platform/clipboard.ts";
import { runningTime, wallTime } from "#platform/clock.ts";
import { downloadFile } from "#platform/download.ts";
import { onEmergencyAnnounced } from "#platform/events.ts";
import { followPosition, onWhereabouts, whereabouts } from "#platform/geolocation.ts";
import { meterLevel, openMicrophone } from "#platform/microphone.ts";
import { onMotion } from "#platform/motion.ts";
import { holdNavigation } from "#platform/navigation-hold.ts";
import { emergencyId } from "#platform/random-id.ts";
import { startRecorder } from "#platform/recorder.ts";
import { canSendSms, openSms } from "#platform/sms.ts";
import { onOtherTab, tellOtherTabs } from "#platform/tabs.ts";
import { isVisible, onLeave, onVisibility } from "#platform/visibility.ts";
import { keepScreenOn } from "#platform/wake-lock.ts";

/** The real device. */
export const browserDevices = {
  canSendSms,
  copyText,
  downloadFile,
  emergencyId,
  followPosition,
  holdNavigation,
  isVisible,
  keepScreenOn,
  meterLevel,
  onEmergencyAnnounced,
  onLeave,
  onMotion,
  onOtherTab,
  onVisibility,
  onWhereabouts,
  openMicrophone,
  openSms,
  runningTime,
  showToast,
  startRecorder,
  tellOtherTabs,
  wallTime,
  whereabouts,
};

/** What a device can do for an emergency. */
export type Devices = typeof browserDevices;
