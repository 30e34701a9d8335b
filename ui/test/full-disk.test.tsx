/**
 * The claim that nothing is said to be saved where only local storage took it: a browser keeps that in memory on a disk without
 * any room, and forgets it when it is closed.
 */
import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { currentToasts, onToast } from "#components/toast/toast-store.ts";
import { disguiseChoice } from "#content/disguise-choice.ts";
import * as endpoints from "#content/endpoints.ts";
import { saveMessages } from "#content/messages.ts";
import { settingsSaved, storageUnread } from "#content/saved-words.ts";
import { listeningChoice } from "#content/settings-words.ts";
import { BasicSettingsDialog } from "#features/contacts/basic-settings-dialog.tsx";
import { ContactOffer } from "#features/contacts/contact-panel.tsx";
import { usePrimaryContact } from "#features/contacts/use-primary-contact.ts";
import { CountryChoice } from "#features/settings/country-choice.tsx";
import { SetupPerson } from "#features/settings/setup-person.tsx";
import { SetupPin } from "#features/settings/setup-pin.tsx";
import { SetupTriggers } from "#features/settings/trigger-fields.tsx";
import { SetupListening } from "#features/voice/setup-listening.tsx";
import { SafeWordForm } from "#features/voice/testing/safe-word-form.tsx";
import { VoiceTesting } from "#features/voice/testing/voice-testing.tsx";
import { closeEvidence } from "#store/app-database.ts";
import { contactCopiesRecord } from "#store/settings/contact-copies.ts";
import { DEFAULT_SETTINGS, type Settings, settingsRecord } from "#store/settings/settings.ts";
import { settleSettings } from "#store/settings/settings-copy.ts";
import { noteSetup } from "#store/settings/setup.ts";
import { fillDisk } from "./full-disk.ts";
import { openRow, showPage, stubServer } from "./page.tsx";
import { quicklySealed } from "./sealed-pin.ts";

// Whole pages and hashes of PINs take long on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

/** The titles of all toasts, by their number. */
const titles = new Map<number, string>();
onToast(({ title }) => void titles.set(currentToasts()[0]?.id ?? 0, title));
const said = () => [...titles.values()];
const perhaps = settingsSaved(true, false).title;

const ana = { id: "a", name: "Ana", phoneNumber: "+61400000001" };
const tap = async (role: "button" | "switch" | "radio", name: string | RegExp) =>
  fireEvent.click(await screen.findByRole(role, { name }));
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

beforeEach(async () => {
  stubServer({ [endpoints.primaryContact]: { json: { ...ana, isPrimary: true } } });
  settingsRecord.write(DEFAULT_SETTINGS);
  await settleSettings();
  titles.clear();
});

describe("a phone whose storage cannot be read", () => {
  beforeEach(async () => {
    localStorage.clear();
    await closeEvidence();
    vi.spyOn(indexedDB, "open").mockImplementation(() => {
      throw new DOMException("Internal error opening backing store", "UnknownError");
    });
  });

  test("is not said to have no contacts or to be set up in part, and the person is told why", async () => {
    showPage("home");
    await screen.findByText("Contacts can't be read now");
    await waitFor(() => expect(said()).toContain(storageUnread.title));
    expect(document.body.textContent).not.toMatch(/No contacts saved|of 4 done/);
  });

  test("is not said in its settings to have nobody and no PIN", async () => {
    showPage("settings");
    await waitFor(() => expect(said()).toContain(storageUnread.title));
    const claims = /Nobody yet|default text|None yet|the lock appears|of 4 done/;
    await waitFor(() => expect(document.body.textContent).not.toMatch(claims));
    screen.getByText("Up to two people to text");
  });

  test("is not said in the set-up to lack a person, a PIN and a test, nor asked to do them now", async () => {
    noteSetup({ at: "summary" });
    showPage("setup");
    await screen.findByRole("heading", { level: 2, name: storageUnread.title });
    const states = screen.getAllByText(/^(?:Done|Not yet|Can't be read now)$/);
    expect(states.map((state) => state.textContent)).toEqual([
      "Can't be read now",
      "Can't be read now",
      "Done",
      "Can't be read now",
    ]);
    expect(screen.queryByRole("button", { name: /^Do it now/ })).toBeNull();
    expect(screen.getByRole("button", { name: /^PIN/ }).textContent).toBe("PIN, can't be read now");
    await tap("button", /^Person/);
    await screen.findByText(`${storageUnread.title}. ${storageUnread.description}`);
    await tap("button", /^Test/);
    await screen.findByText(/your contacts can't be read now/);
  });
});

function Contact({ isOpen }: { isOpen: boolean }) {
  const primary = usePrimaryContact();
  if (!isOpen) return <ContactOffer primary={primary} />;
  return <BasicSettingsDialog isOpen primary={primary} onClose={() => undefined} />;
}

const pinForm = (
  <SetupPin
    demoPin="1234"
    checkPin={async () => true}
    onTyped={() => undefined}
    onDone={() => undefined}
  />
);

/** What is shown, what a person does there, and what the page then holds. */
const places: readonly (readonly [string, ReactNode, () => unknown, Partial<Settings>])[] = [
  [
    "the contact",
    <Contact key="" isOpen />,
    () => {
      type("Emergency Contact Number", ana.phoneNumber);
      return tap("button", "Save Changes");
    },
    { contacts: [expect.objectContaining({ phoneNumber: ana.phoneNumber })] },
  ],
  [
    "the contact of the server's copy",
    <Contact key="" isOpen={false} />,
    () => tap("button", "Use this contact"),
    { contacts: [expect.objectContaining({ name: "Ana" })] },
  ],
  [
    "the safe word",
    <SafeWordForm key="" />,
    () => {
      type("Safe word", "Pineapple");
      return tap("button", "Save safe word");
    },
    { safeWord: "Pineapple" },
  ],
  [
    "the set-up's switch of listening",
    <SetupListening key="" />,
    () => tap("switch", listeningChoice.label),
    { isListeningEnabled: true },
  ],
  [
    "the set-up's switch of the disguise",
    <SetupTriggers key="" demoPin="1234" />,
    async () => {
      const pinCode = await quicklySealed("482915");
      act(() => void settingsRecord.write({ ...settingsRecord.read(), pinCode }));
      return tap("switch", disguiseChoice.label);
    },
    { staysDisguised: true },
  ],
  [
    "the set-up's person",
    <SetupPerson key="" onDone={() => undefined} />,
    () => {
      type("Name", "Ana");
      type("Phone number", ana.phoneNumber);
      return tap("button", "Save and continue");
    },
    { contacts: [expect.objectContaining({ name: "Ana" })] },
  ],
  [
    "the set-up's PIN",
    pinForm,
    () => {
      type("Security PIN", "602214");
      type("Security PIN again", "602214");
      return tap("button", "Save and continue");
    },
    { pinCode: expect.stringMatching(/^pbkdf2/) },
  ],
  [
    "the country",
    <CountryChoice key="" />,
    () => type("Emergency numbers for", "NZ"),
    { country: "NZ" },
  ],
  [
    "the voice screen's choice",
    <VoiceTesting key="" emergency={null} />,
    () => tap("radio", /safe word/i),
    { wakeWordMode: "custom" },
  ],
  [
    "the voice screen's switch",
    <VoiceTesting key="" emergency={null} />,
    () => tap("switch", "Voice Activation"),
    { isListeningEnabled: true },
  ],
];

test.each(places)("%s is perhaps saved until the app closes", async (_what, shown, use, held) => {
  fillDisk();
  render(shown);
  await use();
  await waitFor(() => expect(said()).toEqual([perhaps]));
  expect(settingsRecord.read()).toMatchObject(held);
});

test.each(places)(
  "%s is not said to be so where there is room",
  async (_what, shown, use, held) => {
    render(shown);
    await use();
    await waitFor(() => expect(settingsRecord.read()).toMatchObject(held));
    await settleSettings();
    expect(said()).not.toContain(perhaps);
  },
);

test("listening that is switched off is not said to have stopped where that is not stored", async () => {
  settingsRecord.write({ ...DEFAULT_SETTINGS, isListeningEnabled: true });
  vi.spyOn(settingsRecord, "write").mockReturnValue(false);
  render(<VoiceTesting emergency={null} />);
  await tap("switch", "Voice Activation");
  await waitFor(() => expect(said()).toEqual([saveMessages.settingsFailed.title]));
});

test("the settings page says it once, whatever becomes of the contacts' copy", async () => {
  const pinCode = await quicklySealed("602214");
  settingsRecord.write({ ...DEFAULT_SETTINGS, contacts: [ana], pinCode, asksForCode: false });
  await settleSettings();
  vi.spyOn(contactCopiesRecord, "write").mockReturnValue(false);
  fillDisk();
  showPage("settings");
  await openRow("Emergency Message");
  type("Emergency Message", "Come to me.");
  await tap("button", "Save Settings");
  await screen.findByRole("heading", { name: "Emergency Assistance" });
  expect(said()).toEqual([perhaps]);
});
