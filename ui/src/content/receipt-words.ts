/** What the settings say of times that the server confirms; each by itself, so that a page has what it shows. */

/** The title of the row and its screen. */
export const receiptsTitle = "Proof of time";
/** The row's line when it is switched on. */
export const receiptsOn = "On: our server says when too";
/** The row's line when it is not. */
export const receiptsOff = "Off: this phone's clock only";
