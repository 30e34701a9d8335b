/** The one place that decides whether something typed is called saved: only what this device keeps is. */
import { bad, type Message, saveMessages } from "./messages.ts";

/** What became of the copy on the server: a waiting one is sent later, a refused one is not. */
type Copy = "copied" | "waiting" | "refused";

/** Of settings that the database did not take: a browser that refuses it may have written its local storage all the same. */
const notForGood = bad(
  "Perhaps saved only until the app closes",
  "The storage is full, closed or busy.",
);

/**
 * What is said of settings instead of their being saved: null where they are, which the disk surely has where they are kept
 * `isForGood`.
 */
export function notSaved(isKept: boolean, isForGood: boolean): Message | null {
  if (!isKept) return saveMessages.settingsFailed;
  return isForGood ? null : notForGood;
}

/** What is said of the first contact. */
export function contactSaved(
  isKept: boolean,
  isForGood: boolean,
  copy: Copy | null,
  { isNew }: { readonly isNew: boolean },
): Message {
  if (!isKept || copy === "refused") return saveMessages.contactFailed;
  if (!isForGood) return notForGood;
  if (copy === "waiting") return saveMessages.contactSavedHere;
  return isNew ? saveMessages.contactSaved : saveMessages.contactUpdated;
}

/** What is said of the settings; `copy` is that of the contacts, where there is one. */
export function settingsSaved(isKept: boolean, isForGood: boolean, copy?: Copy): Message {
  const problem = notSaved(isKept, isForGood);
  if (problem !== null) return problem;
  if (copy === "waiting") return saveMessages.copyWaits;
  return copy === "refused" ? saveMessages.copyFailed : saveMessages.settingsSaved;
}

/** Of a form that holds what the device does not. */
export const notSavedYet = "Not saved yet";

/** Of input that gave way to settings which were saved elsewhere since. */
export const changedElsewhere = bad(
  "Changed elsewhere meanwhile",
  "Where you had typed something else, the saved settings are shown.",
);

/** Of settings that no home has while one of them cannot be read: they may all be there. */
export const storageUnread = bad(
  "This phone's storage can't be read",
  "It may be full. Your settings may still be there: free some space, then open the app again.",
);
