/** The numbers of guardians and sessions. Durations are milliseconds unless a name says otherwise. */

/** Guardians. */
export const guardianLimits = {
  maximum: 2,
  /** The longest name that either side gives the other. */
  nameCharacters: 40,
  /** How many items of one person a guardian's browser keeps: two hours of a place every ten seconds, and more. */
  keptItems: 1_000,
  /** A link without a test message for so long, 30 days, is proposed to be tested, in milliseconds. */
  testAfterMs: 2_592_000_000,
  /** How often a guardian's phone gets the quiet check of the link: every seven days. */
  heartbeatEveryMs: 604_800_000,
  /** How often the app looks what guardians' phones have answered; the server keeps it for three days. */
  lookEveryMs: 86_400_000,
  /** How long the server keeps what a guardian's browser has not read: three days. */
  serverKeepsMs: 259_200_000,
  /** A phone of which nothing has come for so long is not taken for reachable. */
  silentAfterMs: 1_296_000_000,
} as const;

/** What one answer of the server about a link holds at most (`server/src/services/watches/reading.rs`). */
export const readingLimits = { items: 250, bytes: 1_048_576 } as const;

/** What guardians are told of an emergency. */
export const alertLimits = {
  placeEveryMs: 10_000,
  /** Below this level, 0 to 1, the last message is sent. */
  lowBattery: 0.05,
  /** How long a request to the server may take, and the longest wait before it is tried again. */
  patienceMs: 4_000,
  /** How long a request for answers that are still to come may take; the server keeps it for 25 s. */
  pollTimeoutMs: 30_000,
  /** When a request for answers that failed is made again. */
  hearAgainMs: 2_000,
  /** So long a link may be said not to be there before what goes over it is said to be unconfirmed. */
  missingMs: 30_000,
  /** How soon, and how late at most, an item is tried again whose link is said not to be there. */
  missingRetryMs: 5_000,
  missingRetryMostMs: 21_600_000,
  /** How long what asks for help is tried oftener than that: every `missingMs`, for a day. */
  urgentForMs: 86_400_000,
  batteryEveryMs: 30_000,
  /** How often an emergency looks whether a link that waits was claimed. */
  claimsEveryMs: 15_000,
  retryMs: [500, 1_000, 2_000],
  /** After this time without an answer the browser is asked to send when it can. */
  syncAfterMs: 1_000,
  /** From this age on a place that was tried in vain is sealed anew, with the age that it has then. */
  sealedAnewMs: 60_000,
  /** How many things to tell are remembered. */
  keptNews: 12,
  /** How many items wait for one guardian at most. */
  waitingItems: 40,
} as const;

/** Sessions that alert guardians when they are not ended in time. */
export const sessionLimits = {
  /** The lengths that are offered, in minutes. */
  minutes: [15, 30, 60, 90],
  extendMinutes: 15,
  /** How long after its end a session alerts. */
  graceMs: 300_000,
  /** How often the server gets the newest place. */
  renewEveryMs: 60_000,
  /** This close to the alert nothing is renewed, which could come too late. */
  lastRenewalMs: 5_000,
  /** How long a request may take, and when one that failed is made again. */
  patienceMs: 10_000,
  retryMs: 5_000,
  /** How long the heart monitor says what a session does, after the code. */
  glanceMs: 60_000,
  /** When a timer that only outruns a late request would say that the session has ended, if it were not stopped. */
  outrunSeconds: 86_400,
} as const;
