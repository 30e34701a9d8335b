/** The pages that do not wear the disguise: there the lock takes the whole screen, and help may be offered in the open. */

/** Their paths. */
export const MAIN_SCREENS: readonly string[] = ["/", "/home", "/lockdown"];
