/** Claims about the emergency numbers of the person's country, on every screen that shows some. */
import { act, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { CountryKeeper } from "#app/background-parts.tsx";
import { helplinesChecked } from "#content/country/helplines.ts";
import { monthText } from "#content/local-dates.ts";
import { CallButtons } from "#features/emergency/calls/call-buttons.tsx";
import { TalkLines } from "#features/emergency/ended/ended-screen.tsx";
import { PlainLock } from "#features/emergency/lock/plain-lock.tsx";
import { EmergencyNotice } from "#features/landing/emergency-notice.tsx";
import { CountryChoice } from "#features/settings/country-choice.tsx";
import { callNumbersText } from "#store/settings/call-numbers.ts";
import { chooseAtNotice, countryNow, keepCallNumbers } from "#store/settings/country.ts";
import { DEFAULT_SETTINGS, settingsRecord } from "#store/settings/settings.ts";

/** Sets what the browser tells of where it is. */
function inZone(timeZone: string, language = "en-US"): void {
  const options = Intl.DateTimeFormat().resolvedOptions();
  vi.spyOn(Intl.DateTimeFormat.prototype, "resolvedOptions").mockReturnValue({
    ...options,
    timeZone,
  });
  vi.spyOn(navigator, "languages", "get").mockReturnValue([language]);
}

const choose = (country: string) => settingsRecord.write({ ...DEFAULT_SETTINGS, country });
const numbers = () => screen.getAllByRole("link").map((link) => link.getAttribute("href") ?? "");

beforeEach(() => localStorage.clear());
afterEach(() => vi.restoreAllMocks());

describe("the lock", () => {
  test.each([
    ["Europe/Berlin", ["tel:110", "tel:112"]],
    ["Pacific/Auckland", ["tel:111"]],
    ["Europe/Paris", ["tel:17", "tel:15", "tel:112"]],
    ["Australia/Sydney", ["tel:000", "tel:112", "tel:911"]],
    ["America/New_York", ["tel:000", "tel:112", "tel:911"]],
    ["UTC", ["tel:000", "tel:112", "tel:911"]],
    // Sources disagree about the Congo's numbers.
    ["Africa/Kinshasa", ["tel:000", "tel:112", "tel:911"]],
  ])("offers in %s the calls %j, once the device was there", (zone, calls) => {
    inZone(zone);
    render(<CountryKeeper />);
    render(<CallButtons />);
    expect(numbers()).toEqual(calls);
  });

  test("has them also where the whole lock failed", () => {
    inZone("Europe/Berlin");
    keepCallNumbers();
    render(<PlainLock screen="lockScreen" onRetry={() => undefined} />);
    expect(numbers()).toEqual(["tel:110", "tel:112"]);
  });

  test("follows a change of the settings, and forgets what no longer holds", () => {
    inZone("Europe/Berlin");
    render(<CountryKeeper />);
    expect(callNumbersText()).toBe("110 112");
    act(() => void choose("NZ"));
    expect(callNumbersText()).toBe("111");
    act(() => void choose("AU"));
    expect(callNumbersText()).toBe("000 112 911");
    expect(Object.keys(localStorage)).not.toContain("heartRateCalls");
  });
});

describe("an app that stays open", () => {
  test("has the numbers of the country in which it is shown again", () => {
    inZone("Europe/Berlin");
    render(<CountryKeeper />);
    inZone("Pacific/Auckland");
    document.dispatchEvent(new Event("visibilitychange"));
    expect(callNumbersText()).toBe("111");
  });
});

describe("the country", () => {
  test("is the settings' one before that of the notice, and the notice's before the guess", () => {
    inZone("Europe/Berlin");
    expect(countryNow()).toBe("DE");
    chooseAtNotice("FR");
    expect(countryNow()).toBe("FR");
    choose("NZ");
    expect(countryNow()).toBe("NZ");
  });

  test("is guessed of the contacts where the time zone names none", () => {
    inZone("UTC", "de");
    const contacts = [{ id: "a", name: "Ana", phoneNumber: "+64 21 000 001" }];
    settingsRecord.write({ ...DEFAULT_SETTINGS, contacts });
    expect(countryNow()).toBe("NZ");
  });

  test("that somebody edited into nonsense leaves the specification's numbers", () => {
    inZone("UTC", "de");
    choose("(.*)");
    keepCallNumbers();
    expect(callNumbersText()).toBe("000 112 911");
  });
});

describe("the settings", () => {
  test("name the guess, and store a choice at once", async () => {
    inZone("Europe/Berlin");
    render(<CountryKeeper />);
    render(<CountryChoice />);
    const list = screen.getByLabelText<HTMLSelectElement>("Emergency numbers for");
    within(list).getByRole("option", { name: "Automatic (Germany)" });
    screen.getByText("The lock shows: 110, 112.");
    await userEvent.selectOptions(list, "New Zealand");
    await screen.findByText("The lock shows: 111.");
    expect(settingsRecord.read().country).toBe("NZ");
  });
});

describe("the notice of the landing page", () => {
  const links = () =>
    within(screen.getByRole("list"))
      .getAllByRole("link")
      .map((link) => link.textContent.trim());

  test.each([
    ["Europe/Berlin", ["110 Police", "112"]],
    ["Europe/Paris", ["17 Police", "112"]],
    ["Pacific/Auckland", ["111 Emergency"]],
    ["Australia/Perth", ["000 Australia", "911 USA"]],
  ])("shows in %s no more numbers than before: %j", async (zone, shown) => {
    inZone(zone);
    render(<EmergencyNotice />);
    expect(links()).toEqual(["000 Australia", "911 USA"]);
    await expect.poll(links).toEqual(shown);
  });

  test("has the numbers and helplines of a country that is chosen there", async () => {
    inZone("UTC");
    render(<EmergencyNotice />);
    await userEvent.click(screen.getByRole("link", { name: "Other country" }));
    await userEvent.selectOptions(
      await screen.findByLabelText("Emergency numbers for"),
      "New Zealand",
    );
    expect(screen.getByRole("link", { name: "Emergency: 111" }).getAttribute("href")).toBe(
      "tel:111",
    );
    screen.getByRole("link", { name: "Women's Refuge: 0800 733 843" });
    screen.getByText(`Helplines checked ${monthText(helplinesChecked)}`);
    screen.getByRole("link", { name: "111 Emergency" });
    expect(callNumbersText()).toBe("111");
  });
});

describe("after an emergency", () => {
  test("the helplines are those of the country", () => {
    inZone("Europe/Berlin");
    render(<TalkLines />);
    const line = screen.getByRole("link", { name: "Hilfetelefon Gewalt gegen Frauen: 116 016" });
    expect(line.getAttribute("href")).toBe("tel:116016");
    screen.getByText(`Checked ${monthText(helplinesChecked)}`);
    expect(screen.queryByText(/1800RESPECT/)).toBeNull();
  });

  test("a country without one has the directories, as text", () => {
    inZone("Africa/Kinshasa");
    render(<TalkLines />);
    screen.getByText(/nomoredirectory\.org and findahelpline\.com/);
    expect(screen.queryByRole("link")).toBeNull();
    expect(screen.queryByText(/^Checked/)).toBeNull();
  });

  test("those of the specification stay in its countries", () => {
    inZone("Australia/Sydney");
    render(<TalkLines />);
    screen.getByRole("link", { name: "1800RESPECT: 1800 737 732" });
    expect(screen.queryByText(/nomoredirectory/)).toBeNull();
  });
});
