/** Everything outside the emergency that it acts upon, in one place, so that a test can replace it. */
import { showUrgentToast } from "#components/toast-store.ts";
import { copyText } from "#platform/clipboard.ts";
import { after, every, runningTime, wallTime } from "#platform/clock.ts";
import { downloadFile } from "#platform/download.ts";
import { onEmergencyAnnounced } from "#platform/events.ts";
import { askPosition, followPosition, onWhereabouts, whereabouts } from "#platform/geolocation.ts";
import {
  closeStream,
  leaveMicrophone,
  meterLevel,
  microphonePermission,
  onMicrophoneAllowed,
  openMicrophone,
  takeMicrophone,
} from "#platform/microphone.ts";
import { onMotion } from "#platform/motion.ts";
import { holdNavigation } from "#platform/navigation-hold.ts";
import { isSealedPin, matchesPin, sealPin } from "#platform/pin-hash.ts";
import { emergencyId } from "#platform/random-id.ts";
import { startRecorder } from "#platform/recorder.ts";
import { canSendSms, openSms } from "#platform/sms.ts";
import {
  isHeldElsewhere,
  onOtherTab,
  onOtherTabsChunk,
  tellChunk,
  tellOtherTabs,
  whileHolding,
} from "#platform/tabs.ts";
import { isVisible, onLeave, onVisibility } from "#platform/visibility.ts";
import { keepScreenOn } from "#platform/wake-lock.ts";
import { changeDurable, readDurable } from "#store/durable.ts";
import { emergencyStateRecord, writeEmergencyState } from "#store/emergency-state.ts";
import { mirror, originalSound, recoverInterrupted } from "#store/evidence.ts";
import { keepRecording } from "#store/evidence-database.ts";
import { keepChunk, partsOf } from "#store/evidence-keeping.ts";
import { changeLockouts, readLockouts } from "#store/lockouts.ts";
import { sealStoredPin } from "#store/own-pin.ts";
import { settingsRecord } from "#store/settings.ts";

/** The real device. */
export const browserDevices = {
  after,
  askPosition,
  canSendSms,
  changeDurable,
  changeLockouts,
  closeStream,
  copyText,
  downloadFile,
  emergencyId,
  every,
  followPosition,
  holdNavigation,
  isHeldElsewhere,
  isSealedPin,
  isVisible,
  keepChunk,
  keepRecording,
  keepScreenOn,
  leaveMicrophone,
  matchesPin,
  meterLevel,
  microphonePermission,
  mirrorSound: mirror,
  onEmergencyAnnounced,
  onLeave,
  onMicrophoneAllowed,
  onMotion,
  onOtherTab,
  onOtherTabsChunk,
  onVisibility,
  onWhereabouts,
  openMicrophone,
  openSms,
  originalSound,
  readDurable,
  readLockouts,
  readMirror: emergencyStateRecord.read,
  readSettings: settingsRecord.read,
  recordingsOf: partsOf,
  recoverInterrupted,
  runningTime,
  sealPin,
  sealStoredPin,
  showToast: showUrgentToast,
  startRecorder,
  takeMicrophone,
  tellChunk,
  tellOtherTabs,
  wallTime,
  whereabouts,
  whileHolding,
  writeMirror: writeEmergencyState,
};

/** What an emergency asks of a device. */
export type Devices = typeof browserDevices;
