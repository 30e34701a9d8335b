/** Everything outside the emergency that it acts upon, in one place, so that a test can replace it. */
import { showUrgentToast } from "#components/toast/toast-store.ts";
import { copyText, onCopied, removeCopied } from "#platform/clipboard.ts";
import { after, every, runningTime, wallTime } from "#platform/clock.ts";
import { onEmergencyAnnounced } from "#platform/events.ts";
import { holdNavigation } from "#platform/page/navigation-hold.ts";
import { isVisible, onHidden, onLeave, onShown } from "#platform/page/visibility.ts";
import { keepScreenOn } from "#platform/page/wake-lock.ts";
import { isSealedPin, matchesPin, sealPin } from "#platform/pin-hash.ts";
import { randomShortId } from "#platform/random-id.ts";
import {
  askPosition,
  followPosition,
  locationPermission,
  onWhereabouts,
  whereabouts,
} from "#platform/sensors/geolocation.ts";
import { onMotion } from "#platform/sensors/motion.ts";
import { canSendSms, openSms } from "#platform/sms.ts";
import { holdAudioSession } from "#platform/sound/audio-session.ts";
import {
  isMuted,
  leaveMicrophone,
  meterLevel,
  microphonePermission,
  onMicrophoneAllowed,
  onUnmuted,
  openMicrophone,
  takeMicrophone,
} from "#platform/sound/microphone.ts";
import { closeSharedStream, recorderTypes, startSharedRecorder } from "#platform/sound/recorder.ts";
import {
  isHeldElsewhere,
  onOtherTab,
  onOtherTabsChunk,
  tellChunk,
  tellOtherTabs,
  whileHolding,
} from "#platform/workers/tabs.ts";
import { changeDurable, changeDurableAtOnce, changeMirrored, readHomes } from "#store/durable.ts";
import { emergencyStateRecord, writeEmergencyState } from "#store/emergency/emergency-state.ts";
import { notedEnds, noteEnd } from "#store/emergency/end-note.ts";
import { changeLockouts, onLockouts, readLockouts } from "#store/emergency/lockouts.ts";
import { keepChunk, keepRecording, partsOf } from "#store/evidence/evidence-keeping.ts";
import {
  loadSoundLength,
  mirrorSound,
  originalSound,
  recoverInterrupted,
} from "#store/evidence/evidence-late.ts";
import { receiptChoiceRecord } from "#store/evidence/receipt-choice.ts";
import { noteGuardianNews } from "#store/guardians/guardian-news.ts";
import { sealStoredPin } from "#store/settings/own-pin.ts";
import { settingsRecord } from "#store/settings/settings.ts";
import { followSettings, settleSettings } from "#store/settings/settings-copy.ts";

/**
 * The sentence for the chain: the number, or that none came soon; null where the person did not choose it. What asks is
 * loaded late, because no recording needs it.
 */
async function numberForChain(emergencyEventId: string): Promise<string | null> {
  if (!receiptChoiceRecord.read()) return null;
  const { chainNumber } = await import("#sync/receipts.ts");
  return chainNumber(emergencyEventId);
}

type Downloads = typeof import("#platform/storage/download.ts");

const loadDownloads = () => import("#platform/storage/download.ts");

const downloadFiles = async (...given: Parameters<Downloads["downloadFiles"]>) =>
  (await loadDownloads()).downloadFiles(...given);

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
  emergencyId: randomShortId,
  every,
  followSettings,
  followPosition,
  holdAudioSession,
  holdNavigation,
  isHeldElsewhere,
  isMuted,
  isSealedPin,
  isVisible,
  keepChunk,
  keepRecording,
  keepScreenOn,
  leaveMicrophone,
  loadDownloads,
  loadSoundLength,
  locationPermission,
  matchesPin,
  meterLevel,
  microphonePermission,
  mirrorSound,
  numberForChain,
  notedEnds,
  noteEnd,
  noteGuardianNews,
  onCopied,
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
  onUnmuted,
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
  removeCopied,
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
