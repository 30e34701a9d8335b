/** Making the text that goes along, reading one, and taking over what it says. */
import { transferLimits } from "#content/limits.ts";
import { type Message, saveMessages } from "#content/messages.ts";
import { wallTime } from "#platform/clock.ts";
import { randomId } from "#platform/random-id.ts";
import { keepStorage } from "#platform/storage/storage.ts";
import { openText, sealText } from "#seal/transfer-text.ts";
import { type Settings, settingsRecord } from "#store/settings/settings.ts";
import { saveSettings } from "#store/settings/settings-copy.ts";
import { voidStaleCopies } from "../copy-contacts.ts";
import { announceTaken } from "./taken-over.ts";
import {
  changesBy,
  type ReadTransfer,
  readTransfer,
  type Transferred,
  transferJson,
} from "./transfer-rules.ts";

/** Why a text cannot be taken over; `unread` when there is none because the clipboard was not readable. */
export type Problem =
  | "unread"
  | "none"
  | "other-version"
  | Exclude<ReadTransfer["kind"], "transferred">;

/** What was found in a text. */
export type Found =
  | { readonly kind: "transferred"; readonly transferred: Transferred }
  | { readonly kind: Problem };

/** The text with what goes along. */
export function transferText(goes: Transferred): Promise<string> {
  return sealText(new TextEncoder().encode(transferJson(goes, wallTime())));
}

/** Reads a text that was pasted; null when the clipboard could not be read. */
export async function findIn(text: string | null): Promise<Found> {
  if (text === null) return { kind: "unread" };
  if (text.length > transferLimits.characters) return { kind: "none" };
  const opened = await openText(text);
  if (opened.kind !== "opened") return opened;
  return readTransfer(new TextDecoder().decode(opened.bytes), wallTime());
}

/**
 * Stores what goes along; resolves to what the person has to be told, or to null where it is saved. The contacts may be such as
 * were to stay on the device, so they are not copied to the server before they are saved in a form that does.
 */
export async function takeOver(goes: Transferred): Promise<Message | null> {
  const before = settingsRecord.read();
  const changes = changesBy(goes, randomId);
  void keepStorage();
  const problem = await saveSettings(changes);
  if (!isKept(changes, settingsRecord.read())) return saveMessages.settingsError;
  announceTaken(changes);
  voidStaleCopies(before.contacts);
  return problem;
}

/** Whether the settings have all changes: another tab may have written meanwhile. */
function isKept(changes: Partial<Settings>, settings: Settings): boolean {
  return JSON.stringify({ ...settings, ...changes }) === JSON.stringify(settings);
}
