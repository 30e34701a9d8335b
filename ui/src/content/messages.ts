/** The texts of toasts and errors, and what a toast is made of; the texts of buying and giving are in `shop-messages.ts`. */

/** The content of a toast; a destructive one reports a failure. */
export interface Message {
  readonly title: string;
  readonly description?: string;
  readonly tone: "default" | "destructive";
}

/** A toast about something that worked. */
export const good = (title: string, description?: string): Message =>
  description === undefined ? { title, tone: "default" } : { title, description, tone: "default" };
/** A toast about something that failed. */
export const bad = (title: string, description?: string): Message =>
  description === undefined
    ? { title, tone: "destructive" }
    : { title, description, tone: "destructive" };

/** The toast of a message whose explanation stands on the page: nothing is shown twice. */
export const titleOnly = ({ title, tone }: Message): Message => ({ title, tone });

/** A message at the field that it is about: its explanation, which says what to do. */
export function messageText({ title, description }: Message): string {
  return description ?? title;
}

/** A page failed while it was shown. */
export const pageFailed = "Something went wrong. Please reload the page.";

/** In place of what only the phone knows, until the page is hydrated. */
export const starting = "Starting...";

/** Why there is no position. */
export const locationErrors = {
  unsupported: "Geolocation is not supported by this browser",
  denied: "Location access denied by user",
  unavailable: "Location information unavailable",
  timeout: "Location request timed out",
  unknown: "Unable to get location",
  permissions: "Unable to get location - check permissions",
  old: "The last location is too old",
} as const;

/** Why nothing is recorded. */
export const recordingErrors = {
  denied: "Microphone access denied. Please enable microphone permissions.",
  missing: "No microphone found on this device.",
  unavailable: "Could not access microphone",
  notStarted: "Could not start audio recording",
} as const;

export const emergencyMessages = {
  activationFailed: bad(
    "Emergency Activation Failed",
    "Please try again or contact emergency services directly",
  ),
  /** While sound is nowhere else: a test would take it over, and anybody may end that. It names no sound. */
  testHeldBack: bad("Test not started", "Something is waiting for you. Finish that first."),
  noContacts: bad("No Emergency Contacts", "Please add emergency contacts in settings first."),
  testFailed: bad("Emergency failed", "Failed to get location or prepare SMS. Please try again."),
  activated: good("Emergency Activated", "Device locked. Recording audio. Contacts notified."),
  resolved: good("Emergency Resolved"),
  demoAccess: good("Demo Access Granted"),
  testContacts: (names: readonly string[]) => good("Emergency contacts", names.join(", ")),
} as const;

/** What a page says while the screen after an emergency waits behind the code with sound that is nowhere else. */
export const waitingInSettings = "Something is waiting for you in the settings.";

const minutesText = (minutes: number) => `${minutes} ${minutes === 1 ? "minute" : "minutes"}`;
const attemptsText = (attempts: number) =>
  `${attempts} ${attempts === 1 ? "attempt" : "attempts"} remaining`;

export const pinMessages = {
  /** No toast: it stands at the field of a lock that is closed. */
  lockedOut: (minutes: number) => bad("Locked Out", `Try again in ${minutesText(minutes)}.`),
  incorrect: (attempts: number) => bad("Incorrect PIN", attemptsText(attempts)),
  tooMany: bad("Too many attempts", "App locked for 5 minutes."),
  incorrectCode: (attempts: number) => bad("Incorrect Code", attemptsText(attempts)),
  notYours: bad("Incorrect Code", "This is the demo PIN, not yours."),
  accessDenied: bad("Access Denied", "Too many failed attempts. Please wait."),
  accessGranted: good("Access Granted", "Redirecting..."),
} as const;

export const saveMessages = {
  contactFailed: bad("Save failed", "Failed to save emergency contact. Please try again."),
  settingsFailed: bad("Save failed", "Failed to save settings. Please try again."),
  notChanged: bad("Not changed", "This device could not store it. Please try again."),
  settingsError: bad("Error saving settings", "Please try again."),
  contactSaved: good("Contact saved"),
  contactUpdated: good("Contact updated"),
  contactSavedHere: good(
    "Contact saved",
    "Saved on this phone. It will be backed up when you're online.",
  ),
  settingsSaved: good("Settings saved"),
  copyFailed: good("Settings saved", "Saved on this phone. Couldn't back up your contacts."),
  copyWaits: good(
    "Settings saved",
    "Saved on this phone. Your contacts will be backed up when you're online.",
  ),
  invalidPhone: bad("Invalid input", "Please enter a valid phone number."),
  messageTooLong: bad("Message too long", "Nothing is cut off: please shorten the message."),
  safeWordRequired: bad("Safe word required", "Please enter a safe word for voice activation."),
  safeWordShort: bad(
    "Safe word too short",
    "Use at least 4 letters. Shorter words get mixed up with others.",
  ),
  safeWordCommon: (word: string) =>
    bad("Safe word too common", `People say "${word}" by chance. Choose a word you never say.`),
  safeWordSaved: (word: string) => good("Safe word saved", `"${word}" is your safe word now.`),
  invalidPin: bad("Invalid PIN", "PIN must be at least 4 digits."),
  demoPin: bad("Invalid PIN", "This is the demo PIN. Anyone can look it up. Choose your own."),
  pinsDiffer: bad("Invalid PIN", "The two new PINs differ. Please type the same one twice."),
  presentPin: bad("Current PIN required", "Please enter your current PIN to change it."),
  contactRequired: bad(
    "Emergency contact required",
    "Please provide at least one emergency contact.",
  ),
} as const;

const kilobytesText = (bytes: number) => `${Math.max(1, Math.round(bytes / 1024))} KB`;
/** Nobody tells a page whether a file was kept, which is downloaded, or shared in an iPhone's app. */
const offered = "Saving it as a file was started: please check that the file is there.";
const notOffered = "What was not stored is lost.";

export const recordingMessages = {
  started: good("Recording Started"),
  saved: (bytes: number) => good("Recording Saved", kilobytesText(bytes)),
  /** `isOffered` is null where the page tells what became of the rest. */
  partlySaved: (bytes: number, isOffered: boolean | null) => {
    const stored = `${kilobytesText(bytes)} are stored.`;
    const rest = isOffered ? offered : notOffered;
    return bad("Recording Only Partly Saved", isOffered === null ? stored : `${stored} ${rest}`);
  },
  notSaved: (isOffered: boolean | null) =>
    bad("Recording Not Saved", isOffered === null ? undefined : isOffered ? offered : notOffered),
  offered,
  playbackError: bad("Playback Error", "Unable to play this recording"),
  playbackFailed: bad("Playback Failed", "Could not play the recording"),
  downloadFailed: bad("Download Failed", "Could not download the recording"),
  deletionFailed: bad(
    "Deletion Failed",
    "Some of it may still be on this device. Please try again.",
  ),
  deleteOne: "Delete this emergency recording permanently?",
  deleteAll: "Delete ALL emergency recordings permanently? This cannot be undone.",
} as const;

export const voiceMessages = {
  unsupported: "Speech recognition not supported in this browser",
  unsupportedToast: bad(
    "Speech Recognition Not Supported",
    "Your browser doesn't support speech recognition",
  ),
  denied: "Microphone access denied",
  required: "Microphone access required",
  error: (code: string) => `Speech recognition error: ${code}`,
  offline: "Speech recognition needs a connection",
  noPhrase: "No phrase is trained on this device",
  noSpotter: "This browser cannot listen for a trained phrase",
  shortWord: "The safe word is too short",
  busy: "Another app uses the microphone",
  noMicrophone: "No microphone found",
  silent: "No sound from the microphone",
  muted: "The microphone is muted",
  lost: "The microphone was taken away",
  hanging: "The microphone does not answer",
  notLoaded: "A part of the app is missing. Close it and open it again.",
  asking: "Waiting for you to allow the microphone",
  yielding: "A recording or a test uses the microphone",
  micTestFailed: bad(
    "Microphone Test Failed",
    "Please allow microphone access for voice activation to work",
  ),
  micQuiet: "Microphone quiet - try speaking or check permissions",
  started: (words: string) => good("Voice monitoring started", `Listening for ${words}.`),
  notStarted: (reason: string) => bad("Not listening yet", `${reason}.`),
  stopped: good("Voice monitoring stopped"),
} as const;

export const guardianMessages = {
  unlinked: (name: string) => good("Unlinked", `${name}'s page says so when it is opened.`),
  unlinkedHere: (name: string) =>
    good("Unlinked", `Nothing goes to ${name} any more. Their page is told when you are online.`),
} as const;

export const installMessages = {
  installed: good("Installed on this device", "The next step opens."),
} as const;
