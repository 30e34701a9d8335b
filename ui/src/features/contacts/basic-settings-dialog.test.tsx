/** Claims about the basic settings dialog and the contact card, with a stubbed `fetch`. */

import { cleanup, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { forgetAnswers } from "#api/answers.ts";
import { currentToasts } from "#components/toast/toast-store.ts";
import * as endpoints from "#content/endpoints.ts";
import { contactLimits } from "#content/limits.ts";
import { saveMessages } from "#content/messages.ts";
import {
  contactCopiesRecord,
  noteCopy,
  settleCopy,
  VOID_COPY,
} from "#store/settings/contact-copies.ts";
import { DEFAULT_SETTINGS, settingsRecord } from "#store/settings/settings.ts";
import { BasicSettingsDialog } from "./basic-settings-dialog.tsx";
import { ContactCard } from "./contact-card.tsx";
import { ContactOffer } from "./contact-panel.tsx";
import { usePrimaryContact } from "./use-primary-contact.ts";

const readContact = `GET ${endpoints.primaryContact}`;
const saveContact = `POST ${endpoints.contacts}`;

type Answer = { status: number; body: string } | "offline";
let calls: string[] = [];
let answers: Record<string, Answer> = {};

beforeEach(() => {
  calls = [];
  answers = { [readContact]: { status: 200, body: "null" } };
  vi.stubGlobal("fetch", async (path: string, options: RequestInit) => {
    const name = `${options.method} ${path}`;
    calls.push(options.body === undefined ? name : `${name} ${options.body}`);
    const answer = answers[name] ?? { status: 201, body: "{}" };
    if (answer === "offline") {
      throw new TypeError("Failed to fetch");
    }
    return new Response(answer.body, { status: answer.status });
  });
});
afterEach(() => {
  cleanup();
  forgetAnswers();
  vi.unstubAllGlobals();
});

let isClosed = false;
function Both({ isOpen }: { isOpen: boolean }) {
  const primary = usePrimaryContact();
  const close = () => {
    isClosed = true;
  };
  return (
    <>
      <ContactCard primary={primary} onEdit={() => undefined}>
        <ContactOffer primary={primary} />
      </ContactCard>
      <BasicSettingsDialog isOpen={isOpen} primary={primary} onClose={close} />
    </>
  );
}
const open = async (isOpen = true) => {
  isClosed = false;
  render(<Both isOpen={isOpen} />);
  await waitFor(() => expect(calls).toContain(readContact));
};
const save = () => userEvent.click(screen.getByRole("button", { name: "Save Changes" }));
const type = (label: string, text: string) => userEvent.type(screen.getByLabelText(label), text);
const lastToast = () => currentToasts()[0];

test("without a contact the card shows the placeholder number and a hint", async () => {
  await open();
  expect(screen.getByText(contactLimits.placeholderNumber)).toBeTruthy();
  expect(screen.getByText("No contacts saved")).toBeTruthy();
});

test("a blank number is rejected with a toast and not sent", async () => {
  await open();
  await type("Emergency Contact Number", "   ");
  await save();
  expect(lastToast()).toMatchObject(saveMessages.invalidPhone);
  expect(calls).toEqual([readContact]);
});

test("a first contact is stored on the phone, trimmed and named, and posted", async () => {
  await open();
  await type("Emergency Contact Number", " +61400000001 ");
  await save();
  await waitFor(() => expect(isClosed).toBe(true));
  expect(lastToast()).toMatchObject(saveMessages.contactSaved);
  expect(settingsRecord.read().contacts).toMatchObject([
    { name: "Emergency Contact", phoneNumber: "+61400000001" },
  ]);
  expect(calls).toContain(
    `${saveContact} {"name":"Emergency Contact","phoneNumber":"+61400000001","isPrimary":true}`,
  );
});

test("a contact that the server has is patched, and the second contact on the phone stays", async () => {
  answers[readContact] = {
    status: 200,
    body: '{"id":"c 1","name":"Ana","phoneNumber":"1","isPrimary":true}',
  };
  const contacts = [
    { id: "a", name: "Ana", phoneNumber: "1" },
    { id: "b", name: "Ben", phoneNumber: "2" },
  ];
  settingsRecord.write({ ...DEFAULT_SETTINGS, contacts });
  await open();
  await type("Emergency Contact Number", "23");
  await save();
  await waitFor(() => expect(isClosed).toBe(true));
  expect(lastToast()).toMatchObject(saveMessages.contactUpdated);
  expect(calls).toContain(
    `PATCH ${endpoints.withParameter(endpoints.contact, "c 1")} {"name":"Ana","phoneNumber":"123","isPrimary":true}`,
  );
  expect(settingsRecord.read().contacts.map((one) => one.phoneNumber)).toEqual(["123", "2"]);
});

describe("a contact that only the server has", () => {
  const patch = `PATCH ${endpoints.withParameter(endpoints.contact, "c1")}`;
  beforeEach(() => {
    answers[readContact] = {
      status: 200,
      body: '{"id":"c1","name":"Ana","phoneNumber":"+61400000009","isPrimary":true}',
    };
  });

  test("is shown and used only when the person says so", async () => {
    await open(false);
    await screen.findByText(/Saved earlier: Ana, \+61400000009\./);
    expect(settingsRecord.read().contacts).toEqual([]);
    await userEvent.click(screen.getByRole("button", { name: "Use this contact" }));
    expect(settingsRecord.read().contacts).toMatchObject([
      { name: "Ana", phoneNumber: "+61400000009" },
    ]);
    expect(screen.queryByText(/Saved earlier/)).toBeNull();
  });

  test("is overwritten on the server when the person refuses it", async () => {
    await open(false);
    await userEvent.click(await screen.findByRole("button", { name: "Don't use" }));
    expect(screen.queryByText(/Saved earlier/)).toBeNull();
    await waitFor(() => expect(calls.some((call) => call.startsWith(patch))).toBe(true));
    expect(calls.find((call) => call.startsWith(patch))).not.toMatch(/Ana|009/);
    expect(settingsRecord.read().contacts).toEqual([]);
    await waitFor(() => expect(contactCopiesRecord.read()).toEqual([]));
  });

  test("is not offered once it was overwritten, nor while that is due", async () => {
    noteCopy(VOID_COPY);
    await open(false);
    await screen.findByText("No contacts saved");
    expect(screen.queryByText(/Saved earlier/)).toBeNull();
    cleanup();
    settleCopy(VOID_COPY);
    forgetAnswers();
    calls = [];
    answers[readContact] = {
      status: 200,
      body: '{"id":"c1","name":"Emergency Contact","phoneNumber":"000","isPrimary":true}',
    };
    await open(false);
    expect(screen.queryByText(/Saved earlier/)).toBeNull();
  });
});

test("when the server rejects the copy, the dialog says so and that the phone has the contact", async () => {
  answers[saveContact] = { status: 500, body: "Something went wrong." };
  await open();
  await type("Emergency Contact Number", "112");
  await save();
  await waitFor(() => expect(lastToast()).toMatchObject(saveMessages.contactFailed));
  expect(screen.getByText(/This phone has the contact/)).toBeTruthy();
  expect(settingsRecord.read().contacts).toMatchObject([{ phoneNumber: "112" }]);
  expect(isClosed).toBe(false);
});

test("without a connection the contact is stored on the phone, and the toast says so", async () => {
  answers[saveContact] = "offline";
  await open();
  await type("Emergency Contact Number", "112");
  await save();
  await waitFor(() => expect(isClosed).toBe(true));
  expect(lastToast()).toMatchObject(saveMessages.contactSavedHere);
});
