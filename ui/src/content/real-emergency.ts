/** The steps of the question before a real emergency, in the attribute that the first script finds their buttons by. */
export const realEmergencyAttribute = "data-emergency";

/** What a button does: ask, start after all, or not. */
export type RealEmergencyStep = "ask" | "yes" | "no";
