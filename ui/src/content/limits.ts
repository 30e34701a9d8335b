/** The product's numbers. Durations are milliseconds unless a name says otherwise. */

/** The visitor counter before this browser's own visits. */
export const visitorCounterBase = 20_247;

/** How long a toast stays, in milliseconds. */
export const toastDurationMs = 5000;

/** How long a dismissed toast stays in the store, in milliseconds. */
export const toastRemovalMs = 1_000_000;

/** How long a toast stays while another one waits for its turn, in milliseconds. */
export const crowdedToastMs = 2000;

/** How many toasts are shown at a time. */
export const maxToasts = 1;

/** How many toasts that were never shown wait for their turn; of more, the oldest are dropped. */
export const maxWaitingToasts = 3;

/** How far a swipe to the right must go to close a toast, in pixels. */
export const toastSwipeThresholdPx = 50;

/** The key that moves the focus to the toast area. */
export const toastHotkey = "F8";

/** After which time without the next page the one before it says that it is being loaded. */
export const slowPageMs = 1000;
/** How long until a part of the app that could not be loaded is asked for again. */
export const chunkRetryMs = 5_000;

/** How many presses of Shift leave the page. */
export const quickExitPresses = 3;

/** The time within which those presses must happen, in milliseconds. */
export const quickExitWindowMs = 5000;

/** How long the address typed before a checkout is kept, in milliseconds. */
export const purchaseEmailKeptMs = 86_400_000;

/** How long after its start the app asks whether its purchase was refunded; an emergency comes first. */
export const accessReviewDelayMs = 1000;

/** Police, ambulance and fire brigade in Australia. */
export const australianNumber = "000";

/** The number that every mobile phone of the GSM standard may call. */
export const mobileNumber = "112";

/** Police, ambulance and fire brigade in the USA. */
export const americanNumber = "911";

/** The numbers that a lock offers without a PIN where no country is known, separated by spaces. */
export const emergencyNumbers = `${australianNumber} ${mobileNumber} ${americanNumber}`;

/** Emergency contacts: how many, and the number shown while none is known. */
export const contactLimits = {
  maximum: 2,
  placeholderNumber: australianNumber,
  placeholderName: "Emergency Contact",
  /** How long a save waits for the server before it says that the backup follows later. */
  copyPatienceMs: 5_000,
} as const;

/** The maximum lengths of texts; the server has the same. */
export const textLimits = { name: 80, phoneNumber: 32, phrase: 80, message: 480 } as const;

/** A PIN is digits only. */
export const pinLimits = {
  minimumDigits: 4,
  maximumDigits: 6,
  /** Of PBKDF2: about 200 ms on a phone ten times slower than a desktop computer, which takes 22 ms. */
  hashIterations: 100_000,
} as const;

/** How long the app may be out of sight, or without a touch, before it asks for the code again, in milliseconds. */
export const gateTimes = { openWhileHiddenMs: 30_000, openUntouchedMs: 300_000 } as const;

/** The message of somebody who wrote none. */
export const defaultMessage = "Send help, I am in danger.";

/** The default settings. */
export const defaults = {
  safeWord: "Help",
  emergencyMessage: defaultMessage,
} as const;

/** How many wrong codes lock a screen out, and for how long while the app is open. The overlay counts with the lock screen. */
export const lockouts = {
  lockScreen: { attempts: 5, lockoutMs: 300_000 },
  securityCode: { attempts: 3, lockoutMs: 30_000 },
} as const;

/** How a position is requested, and how long an old one is still useful. */
export const geolocationLimits = {
  isHighAccuracy: true,
  timeoutMs: 10_000,
  maximumAgeMs: 60_000,
  oldestUsefulMs: 900_000,
} as const;

/** How a rough position is requested, which comes sooner. */
export const coarseLocationLimits = { timeoutMs: 3_000, maximumAgeMs: 300_000 } as const;

/** Recording and its copy in local storage. */
export const recordingLimits = {
  mimeTypes: ["audio/webm;codecs=opus", "audio/mp4;codecs=opus", "audio/mp4;codecs=mp4a.40.2"],
  chunkMs: 1_000,
  /** The first chunk comes early, so that a kill in the first second leaves something. */
  firstChunkMs: 300,
  /** A recorder that had nothing to give is asked again after this. */
  askAgainMs: 200,
  bitsPerSecond: 32_000,
  listRefreshMs: 2_000,
  mirrorMaximumCharacters: 3_500_000,
  mirrorEveryMs: 30_000,
  silenceMs: 2_000,
  /** A meter that measured and has given no more values for so long says nothing of the microphone. */
  unmeasuredMs: 10_000,
  /** A recorder that gives only empty chunks for so long gives way to another kind. */
  emptyMs: 3_000,
  /** This many silent chunks in a row are said to be no sound. */
  silentChunks: 3,
  /** A second without a chunk is late by this much before the lock says that nothing is recorded. */
  chunkOverdueMs: 5_000,
  handOverMs: 500,
  /** How long after its beginning a recording asks for a number that nobody knew before. */
  numberAfterMs: 3_000,
  /** How long the end of a recording waits for each of recorder, disk and copy. */
  closePatienceMs: 5_000,
  /** Of sound that is put together for playing, what goes beyond this is kept in files and not in memory. */
  inMemoryBytes: 8_000_000,
} as const;

/** The text with which settings go along to the installed app. */
export const transferLimits = {
  /** How long it is accepted. */
  lifetimeMs: 3_600_000,
  /** How far its time may lie ahead of this clock. */
  aheadMs: 60_000,
  /** The longest text that is looked at; the longest that is made has fewer. */
  characters: 16_000,
  /** How long the screen waits for the clipboard to be emptied before it says that the settings are saved. */
  clipboardMs: 1_000,
} as const;

/** The device's storage. */
export const storageLimits = {
  /** How long most things wait for the database before the other home answers alone. */
  databasePatienceMs: 1_000,
  /** How long a transaction may take until it is done again on a new connection, or at last given up; the count of a typed code and a save wait as long. */
  tryMs: 5_000,
  /** How long reading sound back waits for the next minute of it: longer, because nothing else depends on it. */
  readPatienceMs: 10_000,
  /** How long the check of a recording may find nothing more until it is given up: longer than such a wait. */
  checkQuietMs: 20_000,
  /** How long a file may take to be written, and after what time a browser that wrote none is asked again. */
  filePatienceMs: 5_000,
  filesAgainMs: 30_000,
  /** The room, in bytes, that a second copy of the sound leaves for the first. */
  copyLeavesBytes: 50_000_000,
} as const;

/** The shake pattern. */
export const shakeLimits = { magnitude: 20, minimumGapMs: 500, count: 5, decayMs: 3_000 } as const;

/** How often the battery is checked, and how often it lets the app listen. */
export const batteryLimits = {
  checkMs: 30_000,
  low: 0.2,
  medium: 0.5,
  lowIntervalMs: 5_000,
  mediumIntervalMs: 3_000,
  fullIntervalMs: 1_000,
} as const;

/** Voice monitoring. */
export const voiceLimits = {
  language: "en-US",
  restartMs: 100,
  keptPhrases: 10,
  /**
   * The longest time between two phrases that are joined. It is measured from result to result, so it holds
   * the second phrase, its recognition and the start of its session besides the breath itself.
   */
  breathMs: 4_000,
  /** So few words after a phrase make it no part of a long sentence. */
  wordsAfter: 2,
  micTestMs: 2_000,
  micTestLevel: 50,
  keepAliveMs: 15_000,
  /** How long the microphone may deliver nothing but zeros until it counts as silent. */
  silentMs: 25_000,
  /** How long a muted or silent microphone is left open before it is opened again. */
  deafMs: 30_000,
  /** How often a refused or unusable microphone is tried again. */
  retryMs: 30_000,
} as const;

/** What a safe word needs. */
export const safeWordLimits = { minimumLetters: 4 } as const;

/** What an emergency waits for, and how long. */
export const emergencyTimes = {
  /** How long the first message, whose app takes the screen, waits for the recorder to start or to fail. */
  recorderWaitMs: 1_500,
  /** How long it waits while the browser asks the person for the microphone. */
  answerWaitMs: 4_000,
  /** How long the first message waits for the disk, and a code for the emergency that the database has. */
  durableWaitMs: 500,
  /**
   * How long after the tap the first message may still open by itself. Browsers end a tap's activation after about
   * five seconds (HTML Standard, "transient activation").
   */
  gestureMs: 4_500,
  /** How soon after a launch the page must be left for the messages app to have opened. */
  leaveMs: 3_000,
  /** How long it must stay hidden then. */
  awayMs: 1_500,
  /** When a test copies its message, and when it lists the contacts. */
  testCopyMs: 1_000,
  testListMs: 3_000,
  accessRedirectMs: 500,
  /** How long a toast waits for the one before it to be read, because only one is shown at a time. */
  laterToastMs: 2_500,
  /** The least time between two alarms of one emergency: another trigger before that waits. */
  nextAlarmMs: 20_000,
  /** Triggers within this time after an alarm are the same one: a phone that is still shaken, or a second tap. */
  oneTriggerMs: 3_000,
} as const;

/** How long the main screen may take to start until it offers plain calls, in milliseconds. */
export const hydrationPatienceMs = 6_000;

/** How long a page of the app is hidden at most where only the database can say whether the device is locked, in milliseconds. */
export const askingPatienceMs = 1_000;

/** Installing. */
export const installTimes = {
  dialogDelayMs: 3_000,
  dismissedForMs: 86_400_000,
  redirectMs: 1_500,
} as const;

/** The intro: a step every 3 s, up to the third. */
export const introTimes = { stepMs: 3_000, maximumStep: 3 } as const;

/** The delays of automatic redirects. */
export const redirectTimes = {
  giftActivatedMs: 2_000,
  giftPurchaseMs: 2_000,
  checkoutFailedMs: 2_000,
  redownloadMs: 500,
  settingsSavedMs: 1_500,
  purchaseRequiredMs: 1_500,
} as const;

/** How long an open app goes without looking for a new release, in milliseconds: a day. */
export const releaseLookMs = 86_400_000;
