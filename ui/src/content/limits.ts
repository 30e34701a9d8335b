/** Every number of spec section 9, once. Durations are milliseconds unless the name says otherwise. */

/** What the product costs and promises with it. */
export const PRICE = {
  amount: 9.99,
  cents: 999,
  label: "$9.99",
  refundDays: 30,
} as const;

/** Emergency contacts: how many, and the number shown while none is known. */
export const CONTACTS = {
  maximum: 2,
  placeholderNumber: "000",
  placeholderName: "Emergency Contact",
} as const;

/** Numbers that a lock offers without a PIN: Australia, the GSM standard, the USA. */
export const EMERGENCY_NUMBERS = ["000", "112", "911"] as const;

/** A PIN is digits only. */
export const PIN = { minimumDigits: 4, maximumDigits: 6 } as const;

/** What the person has before they choose anything. */
export const DEFAULTS = {
  safeWord: "Help",
  emergencyMessage: "Send help, I am in danger.",
} as const;

/** How many wrong codes close a screen, and for how long the app must then stay open. */
export const LOCKOUTS = {
  lockScreen: { attempts: 5, lockoutMs: 300_000 },
  overlay: { attempts: 5, lockoutMs: 300_000 },
  securityCode: { attempts: 3, lockoutMs: 30_000 },
} as const;

/** How a position is asked for, and how long an old one is still worth sending. */
export const GEOLOCATION = {
  isHighAccuracy: true,
  timeoutMs: 10_000,
  maximumAgeMs: 60_000,
  coarseTimeoutMs: 3_000,
  coarseMaximumAgeMs: 300_000,
  oldestUsefulMs: 900_000,
} as const;

/** Recording and its copy in local storage. */
export const RECORDING = {
  mimeTypes: ["audio/webm;codecs=opus", "audio/mp4;codecs=opus", "audio/mp4;codecs=mp4a.40.2"],
  chunkMs: 1_000,
  bitsPerSecond: 32_000,
  listRefreshMs: 2_000,
  mirrorMaximumCharacters: 3_500_000,
  mirrorEveryMs: 30_000,
  silenceMs: 2_000,
  handOverMs: 500,
} as const;

/** The shake pattern. */
export const SHAKE = { magnitude: 20, minimumGapMs: 500, count: 5, decayMs: 3_000 } as const;

/** How often to look at the battery, and how often to listen because of it. */
export const BATTERY = {
  checkMs: 30_000,
  low: 0.2,
  medium: 0.5,
  lowIntervalMs: 5_000,
  mediumIntervalMs: 3_000,
  fullIntervalMs: 1_000,
} as const;

/** Voice monitoring. */
export const VOICE = {
  language: "en-US",
  restartMs: 100,
  keptPhrases: 10,
  micTestMs: 2_000,
  micTestLevel: 50,
  keepAliveMs: 15_000,
} as const;

/** The emergency: budgets of the trigger and the waits between its steps. */
export const EMERGENCY = {
  recordingBudgetMs: 1_000,
  gestureMs: 4_500,
  leaveMs: 3_000,
  durableWaitMs: 500,
  testCopyMs: 1_000,
  testListMs: 3_000,
  messageMaximumCharacters: 300,
  accessRedirectMs: 500,
} as const;

/** Installing. */
export const INSTALL = {
  dialogDelayMs: 3_000,
  dismissedForMs: 86_400_000,
  redirectMs: 1_500,
} as const;

/** Pages that move on by themselves. */
export const REDIRECTS = {
  giftActivatedMs: 2_000,
  giftPurchaseMs: 2_000,
  redownloadMs: 500,
  settingsSavedMs: 1_500,
} as const;

/** The intro screen and the carousel. */
export const INTRO = { stepMs: 3_000, maximumStep: 3 } as const;
export const CAROUSEL = { slides: 5 } as const;
export const VISITORS = { base: 20_247 } as const;

/** Random identifiers: an emergency's id, and the code of a share link. */
export const IDS = { emergencyCharacters: 21, shareCodeCharacters: 13 } as const;

/** Toasts. */
export const TOAST = {
  durationMs: 5_000,
  removeMs: 1_000_000,
  swipePx: 50,
  hotkey: "F8",
  maximumWidthPx: 420,
} as const;

/** What the heart monitor shows before anything is measured. */
export const HEART_MONITOR = {
  bpm: 0,
  steps: 1_024,
  week: [120, 89, 156, 234, 278, 312, 289, 245],
  days: ["M", "T", "W", "T", "F", "S", "S", "S"],
} as const;
