/** The names under which the device keeps what the first scripts read without the store. */

/** The key of the settings in local storage. */
export const settingsKey = "silentPartnerSettings";

/** The database for recordings, their chunks and small state. */
export const evidenceDatabase = "evidence";

/** The table of small state in that database. */
export const stateTable = "state";

/** The emergency's name in that table. */
export const emergencyStateName = "emergency";

/** The emergency's key in local storage. */
export const emergencyStateKey = "emergencyState";

/** What is there where the database could not say whether the device is locked: the next page asks it again before it is seen. */
export const emergencyStateUnread = "null";

/** The key of the numbers to call, separated by spaces, where they are not those of `limits.ts`; it says nothing to others. */
export const callNumbersKey = "heartRateCalls";
