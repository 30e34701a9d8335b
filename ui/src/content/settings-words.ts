/** Words of the settings that other screens show too; each by itself, so that a page has what it shows. */

/** The title of the row and the screen about times that the server confirms. */
export const receiptsTitle = "Proof of time";
/** That row's line when it is switched on. */
export const receiptsOn = "On: our server says when too";
/** That row's line when it is not. */
export const receiptsOff = "Off: this phone's clock only";

/** What it is called to take the settings along to another app of the same phone. */
export const TAKE_ALONG = "Take your settings along";

/** The switch for listening, where all of it is explained. */
export const listeningChoice = {
  label: "Listening",
  hint:
    "Works while this app is open on the screen. Some browsers send what they hear to their own speech service. " +
    "On Android it may beep each time it starts to listen.",
} as const;
