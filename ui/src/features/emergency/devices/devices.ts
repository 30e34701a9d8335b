/** Everything outside the emergency that it acts upon, in one place, so that a test can replace it. */
import { showUrgentToast } from "#components/toast-store.ts";
import { holdAudioSession } from "#platform/audio-session.ts";
import { copyText } from "#platform/clipboard.ts";
import { after, every, runningTime, wallTime } from "#platform/clock.ts";
import { downloadFiles } from "#platform/download.ts";
import { onEmergencyAnnounced } from "#platform/events.ts";
import {
  askPosition,
  followPosition,
  locationPermission,
  onWhereabouts,
  whereabouts,
} from "#platform/geolocation.ts";
import {
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
import { randomId } from "#platform/random-id.ts";
import { closeSharedStream, startSharedRecorder } from "#platform/recorded-sound.ts";
import { recorderTypes } from "#platform/recorder.ts";
import { canSendSms, openSms } from "#platform/sms.ts";
import {
  isHeldElsewhere,
  onOtherTab,
  onOtherTabsChunk,
  tellChunk,
  tellOtherTabs,
  whileHolding,
} from "#platform/tabs.ts";
import { isVisible, onHidden, onLeave, onShown } from "#platform/visibility.ts";
import { keepScreenOn } from "#platform/wake-lock.ts";
import { changeDurable, changeDurableAtOnce, changeMirrored, readHomes } from "#store/durable.ts";
import { emergencyStateRecord, writeEmergencyState } from "#store/emergency-state.ts";
import { keepChunk, keepRecording, partsOf } from "#store/evidence-keeping.ts";
import {
  loadSoundLength,
  mirrorSound,
  originalSound,
  recoverInterrupted,
} from "#store/evidence-late.ts";
import { noteGuardianNews } from "#store/guardian-news.ts";
import { changeLockouts, onLockouts, readLockouts } from "#store/lockouts.ts";
import { sealStoredPin } from "#store/own-pin.ts";
import { settingsRecord } from "#store/settings.ts";
import { followSettings, settleSettings } from "#store/settings-copy.ts";
import { numberForChain } from "./number-for-chain.ts";

/** The real device. */
export const browserDevices = {
  after,
  askPosition,
  canSendSms,
  changeDurable,
  changeDurableAtOnce,
  changeLockouts,
  changeMirrored,
  closeStream: closeSharedStream,
  copyText,
  downloadFiles,
  emergencyId: randomId,
  every,
  followSettings,
  followPosition,
  holdAudioSession,
  holdNavigation,
  isHeldElsewhere,
  isSealedPin,
  isVisible,
  keepChunk,
  keepRecording,
  keepScreenOn,
  leaveMicrophone,
  loadSoundLength,
  locationPermission,
  matchesPin,
  meterLevel,
  microphonePermission,
  mirrorSound,
  numberForChain,
  noteGuardianNews,
  onEmergencyAnnounced,
  onLeave,
  onLockouts,
  onMicrophoneAllowed,
  onMotion,
  onOtherTab,
  onOtherTabsChunk,
  onSettings: settingsRecord.subscribe,
  onHidden,
  onShown,
  onWhereabouts,
  openMicrophone,
  openSms,
  originalSound,
  readHomes,
  readLockouts,
  readMirror: emergencyStateRecord.read,
  readSettings: settingsRecord.read,
  recorderTypes,
  recordingsOf: partsOf,
  recoverInterrupted,
  runningTime,
  sealPin,
  sealStoredPin,
  settleSettings,
  showToast: showUrgentToast,
  startRecorder: startSharedRecorder,
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
