/** The first contact: kept on this phone for the emergency, with a sealed copy on the server. */
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { ApiError } from "#api/client.ts";
import {
  createContact,
  getPrimaryContact,
  primaryContactKey,
  type ServerContact,
  updateContact,
} from "#api/contacts.ts";
import { queryClient } from "#api/query-client.ts";
import { showToast } from "#components/toast-store.ts";
import { type Message, saveMessages } from "#content/messages.ts";
import { emergencyId } from "#platform/random-id.ts";
import { keepStorage } from "#platform/storage.ts";
import { type SavedContact, settingsRecord } from "#store/settings.ts";
import { type ContactDraft, contactProblem, tidied } from "./rules.ts";

/** Puts the first contact into the settings on this phone; false when there is no room. */
function keepFirst(draft: ContactDraft): boolean {
  const settings = settingsRecord.read();
  const first: SavedContact = { id: settings.contacts[0]?.id ?? emergencyId(), ...draft };
  return settingsRecord.write({ ...settings, contacts: [first, ...settings.contacts.slice(1)] });
}

async function copyToServer(draft: ContactDraft, known: ServerContact | null): Promise<void> {
  const body = { ...draft, isPrimary: true };
  if (known === null) {
    return createContact(body);
  }
  try {
    await updateContact(known.id, body);
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 404)) {
      throw error;
    }
    await createContact(body);
  }
}

/** What to say when the phone has the contact but the server does not. */
function copyFailure(error: unknown): Message {
  return error instanceof ApiError ? saveMessages.contactFailed : saveMessages.contactSavedHere;
}

/** What the basic dialog and the contact card need. */
export interface PrimaryContact {
  /** The contact on this phone, or null. */
  readonly contact: SavedContact | null;
  /** True when only the server's copy failed. */
  readonly isCopyMissing: boolean;
  readonly isSaving: boolean;
  /** Saves; true when the dialog may close. */
  readonly save: (draft: ContactDraft) => Promise<boolean>;
}

/** Reads and saves the first contact. */
export function usePrimaryContact(): PrimaryContact {
  const settings = settingsRecord.use();
  const [isCopyMissing, setCopyMissing] = useState(false);
  const [isSaving, setSaving] = useState(false);
  const client = queryClient();
  const { data } = useQuery({ queryKey: primaryContactKey, queryFn: getPrimaryContact }, client);

  useEffect(() => {
    // A phone that lost its storage, or was installed anew, finds its contact again.
    if (data != null && settingsRecord.read().contacts.length === 0) {
      keepFirst({ name: data.name, phoneNumber: data.phoneNumber });
    }
  }, [data]);

  const save = async (draft: ContactDraft) => {
    const problem = contactProblem(draft);
    if (problem !== undefined) {
      showToast(problem);
      return false;
    }
    const isNew = settings.contacts.length === 0;
    if (!keepFirst(tidied(draft))) {
      showToast(saveMessages.contactFailed);
      return false;
    }
    void keepStorage();
    setSaving(true);
    try {
      await copyToServer(tidied(draft), data ?? null);
      setCopyMissing(false);
      showToast(isNew ? saveMessages.contactSaved : saveMessages.contactUpdated);
      await client.invalidateQueries({ queryKey: primaryContactKey });
      return true;
    } catch (error) {
      setCopyMissing(error instanceof ApiError);
      showToast(copyFailure(error));
      return !(error instanceof ApiError);
    } finally {
      setSaving(false);
    }
  };

  return { contact: settings.contacts[0] ?? null, isCopyMissing, isSaving, save };
}
