/** Claims about the list of settings, and about the way between it and its screens. */
import { act, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
import { saveMessages } from "#content/messages.ts";
import * as paths from "#content/paths.ts";
import { chooseAtNotice } from "#store/settings/country.ts";
import { DEFAULT_SETTINGS, settingsRecord } from "#store/settings/settings.ts";
import { heading, openRow, showPage, stubServer, toast } from "#test/page.tsx";
import { payloadOf } from "#test/payload.ts";
import { quicklySealed } from "#test/sealed-pin.ts";
import { render as renderOnServer } from "../entry-server.tsx";
import { screenOf, screenTitles, screenWith, useScreens } from "./settings-screens.ts";

// A whole page takes long on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const ana = { id: "a", name: "Ana Papadimitriou", phoneNumber: "+61 400 000 001" };
const row = (title: string) => screen.findByRole("button", { name: new RegExp(`^${title} `) });
const back = () => userEvent.click(screen.getByRole("link", { name: "Settings" }));

/** What the settings page does with its history, alone. */
function Screens() {
  const { shown, open, close } = useScreens();
  return (
    <>
      <h1>{shown ?? "list"}</h1>
      <button type="button" onClick={close}>
        Close
      </button>
      <button type="button" onClick={() => open("pin")}>
        Open
      </button>
    </>
  );
}

/** Sets what the browser tells of where it is. */
function inZone(timeZone: string, language: string): void {
  const options = Intl.DateTimeFormat().resolvedOptions();
  vi.spyOn(Intl.DateTimeFormat.prototype, "resolvedOptions").mockReturnValue({
    ...options,
    timeZone,
  });
  vi.spyOn(navigator, "languages", "get").mockReturnValue([language]);
}

beforeEach(() => {
  stubServer({});
  inZone("Australia/Sydney", "en-AU");
});

test("guardians and contacts stand first, then the message and the PIN", async () => {
  showPage("settings");
  await row("Guardians");
  const shown = document.body.textContent ?? "";
  const order = [
    "Guardians",
    "Emergency Contacts",
    "Emergency Message",
    "Security PIN",
    "Wake Word",
  ];
  const places = order.map((words) => shown.indexOf(words));
  expect(places).not.toContain(-1);
  expect(places).toEqual([...places].sort((a, b) => a - b));
});

test("each row says how things stand, once that is known", async () => {
  const pinCode = await quicklySealed("482915");
  const emergencyMessage = "Come to me now.";
  const contacts = [ana];
  const asksForCode = false;
  settingsRecord.write({ ...DEFAULT_SETTINGS, contacts, emergencyMessage, pinCode, asksForCode });
  showPage("settings");
  for (const [title, state] of [
    ["Guardians", "Nobody yet"],
    ["Emergency Contacts", "1 contact: Ana"],
    ["Emergency Message", "Yours: Come to me now."],
    ["Security PIN", "Your own"],
    ["Wake Word Detection", "Off"],
    ["Stay disguised", "Off: the lock appears"],
    ["Country", "The lock shows 000, 112, 911"],
    ["Install App", "Not purchased here yet"],
  ] as const) {
    await within(await row(title)).findByText(state);
  }
});

test("the server's rows say what is behind them, each in one line, and claim nothing", () => {
  const html = renderOnServer(JSON.stringify(payloadOf("settings")));
  const page = document.createElement("div");
  page.innerHTML = html;
  const rows = [...page.querySelectorAll("li > button, li > a:has(span)")].map((one) =>
    [...one.querySelectorAll("span > span")].map((part) => part.textContent),
  );
  for (const title of Object.values(screenTitles)) {
    expect(rows.map(([name]) => name)).toContain(title);
  }
  for (const [, line] of rows) {
    expect(line).toMatch(/\w/);
    expect(line?.length).toBeLessThan(29);
    expect(line).not.toMatch(/^(on|off|none|nobody|yours?)\b/i);
  }
});

test("a screen has the focus on its heading, and the way back leads to its row", async () => {
  showPage("settings");
  await openRow("Country");
  expect(document.activeElement?.textContent).toBe("Country");
  await back();
  await waitFor(() => expect(heading()).toBe("Settings"));
  expect(document.activeElement).toBe(await row("Country"));
});

test("what was typed on one screen is there after another one, and is saved from there", async () => {
  showPage("settings");
  await openRow("Emergency Contacts");
  await userEvent.type(screen.getByLabelText("Name"), "Ana");
  await userEvent.type(screen.getByLabelText("Phone number"), "+61400000001");
  await back();
  await screen.findByText("Not saved yet");
  expect((await row("Emergency Contacts")).textContent).toContain("Nobody yet");
  await openRow("Security PIN");
  await userEvent.type(screen.getByLabelText("Security PIN"), "602214");
  await userEvent.type(screen.getByLabelText("Security PIN again"), "602214");
  await back();
  await openRow("Emergency Contacts");
  expect(screen.getByLabelText<HTMLInputElement>("Name").value).toBe("Ana");
  await userEvent.click(screen.getByRole("button", { name: "Save Settings" }));
  await waitFor(() => expect(toast()).toMatchObject(saveMessages.settingsSaved));
  const saved = settingsRecord.read();
  expect(saved.contacts).toMatchObject([{ name: "Ana" }]);
  expect(saved.pinCode).toMatch(/^pbkdf2/);
});

test.each(["the list", "another screen"])(
  "what is wrong is shown on its own screen, also when it is saved from %s",
  async (place) => {
    showPage("settings");
    await openRow("Emergency Contacts");
    await userEvent.type(screen.getByLabelText("Phone number"), "abc");
    await back();
    if (place === "another screen") await openRow("Emergency Message");
    await userEvent.click(await screen.findByRole("button", { name: "Save Settings" }));
    await waitFor(() => expect(heading()).toBe("Emergency Contacts"));
    const field = screen.getByLabelText("Phone number");
    await waitFor(() => expect(document.activeElement).toBe(field));
    expect(field.getAttribute("aria-invalid")).toBe("true");
    expect(toast()).toMatchObject(saveMessages.invalidPhone);
    await back();
    await waitFor(() => expect(heading()).toBe("Settings"));
    expect(settingsRecord.read().contacts).toEqual([]);
  },
);

test("the way back from a screen leads past the copies of its history entry that a lock leaves", async () => {
  const pin = { pathname: paths.settings, state: { screen: "pin" } };
  render(
    <MemoryRouter initialEntries={[paths.settings, pin, pin]}>
      <Screens />
    </MemoryRouter>,
  );
  expect(heading()).toBe("pin");
  await userEvent.click(screen.getByRole("button", { name: "Close" }));
  await waitFor(() => expect(heading()).toBe("list"));
  await userEvent.click(screen.getByRole("button", { name: "Open" }));
  expect(heading()).toBe("pin");
});

test("a row follows what is changed elsewhere", async () => {
  showPage("settings");
  await within(await row("Emergency Contacts")).findByText("Nobody yet");
  act(() => void settingsRecord.write({ ...DEFAULT_SETTINGS, contacts: [ana] }));
  await within(await row("Emergency Contacts")).findByText("1 contact: Ana");
});

test("the country's row follows the numbers that the lock shows, which are stored after the page", async () => {
  showPage("settings");
  await within(await row("Country")).findByText("The lock shows 000, 112, 911");
  act(() => chooseAtNotice("DE"));
  await within(await row("Country")).findByText("The lock shows 110, 112");
});

test("a history entry shows the screen that it names, and the list for any other state", () => {
  expect(screenOf({ screen: "pin" })).toBe("pin");
  for (const state of [null, undefined, "pin", {}, { screen: "toString" }, { screen: 1 }]) {
    expect(screenOf(state)).toBeNull();
  }
});

test.each([
  ["safeWord", "words"],
  ["emergencyMessage", "message"],
  ["present", "pin"],
  ["wanted", "pin"],
  ["repeated", "pin"],
  ["name-0", "contacts"],
  ["number-1", "contacts"],
] as const)("the field %s is on the screen %s", (field, screen) => {
  expect(screenWith(field)).toBe(screen);
});
