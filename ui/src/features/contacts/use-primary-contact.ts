/** The first contact on this phone and its copy on the server. */
import { useState } from "react";
import { useAnswer } from "#api/answers.ts";
import { getPrimaryContact } from "#api/contacts.ts";
import { showProblem, showToast } from "#components/toast/toast-store.ts";
import * as endpoints from "#content/endpoints.ts";
import { contactSaved } from "#content/saved-words.ts";
import { randomId } from "#platform/random-id.ts";
import { keepStorage } from "#platform/storage/storage.ts";
import {
  contactCopiesRecord,
  isRealCopy,
  noteCopy,
  VOID_COPY,
} from "#store/settings/contact-copies.ts";
import { type SavedContact, type Settings, settingsRecord } from "#store/settings/settings.ts";
import { isSavedForGood, saveSettings } from "#store/settings/settings-copy.ts";
import { sendCopiesInTime } from "#sync/contact-copies.ts";
import { type ContactDraft, contactProblem, tidied } from "./rules.ts";

/** The settings with another first contact. */
function withFirst(draft: ContactDraft): Settings {
  const settings = settingsRecord.read();
  const first: SavedContact = { id: settings.contacts[0]?.id ?? randomId(), ...draft };
  return { ...settings, contacts: [first, ...settings.contacts.slice(1)] };
}

/** The first contact for the dialog and the card. */
export interface PrimaryContact {
  /** The contact on this phone, or null. */
  readonly contact: SavedContact | null;
  /** The server's copy on a phone that has no contact: nobody is told before the person has said so. */
  readonly offered: ContactDraft | null;
  /** Takes the offered contact, or has its copy overwritten. */
  readonly answerOffer: (isWanted: boolean) => void;
  /** Whether the server rejected the copy. */
  readonly isCopyMissing: boolean;
  readonly isSaving: boolean;
  /** Saves; resolves to true when the dialog may close. */
  readonly save: (draft: ContactDraft) => Promise<boolean>;
}

/** Reads and saves the first contact. */
export function usePrimaryContact(): PrimaryContact {
  const settings = settingsRecord.use();
  const [isCopyMissing, setCopyMissing] = useState(false);
  const [isSaving, setSaving] = useState(false);
  const data = useAnswer(endpoints.primaryContact, getPrimaryContact);

  const due = contactCopiesRecord.use();
  const [isRefused, setRefused] = useState(false);
  const hasNone = settings.contacts.length === 0 && due.length === 0;
  const isOffered = hasNone && isRealCopy(data) && !isRefused;

  const save = async (draft: ContactDraft) => {
    const problem = contactProblem(draft);
    if (problem !== undefined) {
      showToast(problem);
      return false;
    }
    const isNew = settings.contacts.length === 0;
    const contact = tidied(draft);
    const copy = { ...contact, slot: 0, serverId: data?.id ?? null, contactOrder: null } as const;
    if (!(settingsRecord.write(withFirst(contact)) && noteCopy(copy))) {
      showToast(contactSaved(false, false, null, { isNew }));
      return false;
    }
    void keepStorage();
    setSaving(true);
    const [outcome, isForGood] = await Promise.all([sendCopiesInTime(), isSavedForGood()]);
    setSaving(false);
    setCopyMissing(outcome === "refused");
    showToast(contactSaved(true, isForGood, outcome, { isNew }));
    return outcome !== "refused";
  };

  const answerOffer = (isWanted: boolean) => {
    if (data == null) return;
    const { name, phoneNumber } = data;
    if (isWanted) void showProblem(saveSettings(withFirst({ name, phoneNumber })));
    else {
      setRefused(true);
      if (noteCopy(VOID_COPY)) void sendCopiesInTime();
    }
  };

  return {
    contact: settings.contacts[0] ?? null,
    offered: isOffered && data != null ? data : null,
    answerOffer,
    isCopyMissing,
    isSaving,
    save,
  };
}
