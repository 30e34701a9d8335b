/** Claims about "Install App Now". */
import { act, fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { installTimes } from "#content/limits.ts";
import * as paths from "#content/paths.ts";
import { installDismissalRecord } from "#store/install-dismissal.ts";
import { DEFAULT_SETTINGS, settingsRecord } from "#store/settings/settings.ts";
import { showPage } from "#test/page.tsx";
import { reportInstall } from "./controller.ts";
import { DesktopInstall, InstallNow } from "./install-now.tsx";
import { InstallSection } from "./install-section.tsx";

const press = () => userEvent.click(screen.getByRole("link", { name: "Install App Now" }));
const browser = (userAgent: string) =>
  vi.spyOn(navigator, "userAgent", "get").mockReturnValue(userAgent);

// The files of a process share what the browser offered: the dialog would open on a page of another one that takes seconds.
afterEach(() => {
  reportInstall({ type: "prompt-answered" });
  reportInstall({ type: "opened", isStandalone: false, dismissedAt: 0 });
});

test("the button of a public page says what the browser offers, and an app on the home screen says that it is there", async () => {
  render(
    <>
      <InstallSection displayName="Heart" takeAlong={null} />
      <DesktopInstall displayName="Heart" />
    </>,
  );
  act(() => reportInstall({ type: "offered" }));
  screen.getByRole("button", { name: "Install to Desktop" });
  act(() => reportInstall({ type: "opened", isStandalone: true, dismissedAt: 0 }));
  await screen.findByText("App Installed");
  expect(screen.getByRole("button", { name: "Already Installed" })).toHaveProperty(
    "disabled",
    true,
  );
});

test("shows how to install on this device, and says on an iPhone that the app starts empty", async () => {
  browser("Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1");
  render(<InstallNow displayName="Heart" />);
  await press();
  await screen.findByText(/the installed app starts empty/);
  screen.getByText(/You may have to verify your purchase or gift there once/);
  expect(screen.queryByRole("link", { name: "Open the settings" })).toBeNull();
  expect(screen.getByRole("button", { name: "iPhone or iPad", pressed: true })).not.toBeNull();
  expect(screen.getAllByRole("listitem")).toHaveLength(4);
  expect(screen.getByRole("link", { name: "Open it in this browser" })).not.toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Got It" }));
  expect(screen.queryByText("Install by hand")).toBeNull();
});

test.each([
  ["a contact", { contacts: [{ id: "a", name: "Ana", phoneNumber: "+61400000001" }] }],
  ["a message alone", { emergencyMessage: "Come to me now." }],
])("leads on an iPhone to where settings are copied, once there is %s", async (_what, own) => {
  browser("Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1");
  settingsRecord.write({ ...DEFAULT_SETTINGS, ...own });
  render(<InstallNow displayName="Heart" />);
  await press();
  const way = await screen.findByRole("link", { name: "Open the settings" });
  expect(way.getAttribute("href")).toBe(paths.settings);
});

test("says on Android that the installed app has what was set up, and shows other devices too", async () => {
  browser("Mozilla/5.0 (Linux; Android 14; Pixel 8) Chrome/156.0.0.0 Mobile Safari/537.36");
  render(<InstallNow displayName="Heart" />);
  await press();
  await screen.findByText(/It has what you set up in this browser/);
  expect(screen.queryByText(/starts empty/)).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Computer" }));
  expect(screen.getByText(/Add to Dock/)).not.toBeNull();
});

test("installs at once where the browser offers it", async () => {
  render(<InstallNow displayName="Heart" />);
  const prompt = vi.fn(async () => undefined);
  const userChoice = Promise.resolve({ outcome: "dismissed" });
  const offer = Object.assign(new Event("beforeinstallprompt"), { prompt, userChoice });
  act(() => void window.dispatchEvent(offer));
  await press();
  expect(prompt).toHaveBeenCalledOnce();
});

test("opens the install dialog by itself where the browser offers it, also on a page after a purchase", async () => {
  showPage("payment-success", { name: "verified", email: "buyer@example.org" });
  await act(async () => undefined);
  const prompt = vi.fn(async () => undefined);
  const userChoice = Promise.resolve({ outcome: "dismissed" });
  const offer = Object.assign(new Event("beforeinstallprompt"), { prompt, userChoice });
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  act(() => void window.dispatchEvent(offer));
  act(() => void vi.advanceTimersByTime(installTimes.dialogDelayMs));
  vi.useRealTimers();
  await screen.findByRole("dialog", { name: /^Install / });
  fireEvent.click(screen.getByRole("button", { name: "Not Now" }));
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(installDismissalRecord.read()).not.toBeNull();
});
