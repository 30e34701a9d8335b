/** What it is called to take the settings along to another app of the same phone. */
export const TAKE_ALONG = "Take your settings along";
