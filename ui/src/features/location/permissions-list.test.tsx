/** Claims about the list of what the phone must allow. */
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { DEFAULT_SETTINGS, settingsRecord } from "#store/settings/settings.ts";
import { settle } from "#test/fake-clock.ts";
import { LocationCard } from "./location-card.tsx";
import { PermissionsList } from "./permissions-list.tsx";

/** A phone whose sensor must be allowed with a tap, of a person who wants shaking. */
function list(requestPermission: () => Promise<string>) {
  vi.stubGlobal("DeviceMotionEvent", { requestPermission });
  settingsRecord.write({ ...DEFAULT_SETTINGS, isShakeEnabled: true, isShakeTried: true });
  render(<PermissionsList />);
}

const note = () => screen.queryByText("Off until you allow it");

test("nothing is said of shaking on a page on which it is allowed", async () => {
  list(async () => "granted");
  await settle();
  expect(screen.queryByText("Shake to start")).toBeNull();
});

test("on a page on which it is not allowed shaking is off, says so, and a tap allows it", async () => {
  let isTapped = false;
  list(async () => {
    if (!isTapped) throw new DOMException("Needs a tap", "NotAllowedError");
    return "granted";
  });
  expect(await screen.findByText("Off until you allow it")).not.toBeNull();
  isTapped = true;
  const item = screen.getByText("Shake to start").closest("li") as HTMLElement;
  await userEvent.click(within(item).getByRole("button", { name: "Allow" }));
  await waitFor(() => expect(note()).toBeNull());
});

/** A browser whose geolocation fails with this code, and whose permission is this one. */
function failing(code: number, state: string) {
  const getCurrentPosition = (_found: unknown, failed?: (error: { code: number }) => void) =>
    failed?.({ code });
  const geolocation = { getCurrentPosition };
  Object.defineProperty(navigator, "geolocation", { configurable: true, value: geolocation });
  const permissions = { query: async () => ({ state }) };
  Object.defineProperty(navigator, "permissions", { configurable: true, value: permissions });
}

/** What the list says of the location, once the position was asked for. */
async function locationAccess() {
  render(
    <>
      <LocationCard />
      <PermissionsList />
    </>,
  );
  await settle();
  const item = screen.getByText("Location Access").closest("li") as HTMLElement;
  return within(item).getByRole("strong").textContent;
}

test("a browser without geolocation is granted nothing", async () => {
  expect(await locationAccess()).toBe("Denied");
  screen.getByText("Geolocation is not supported by this browser");
});

test("a person who closed the browser's question is told to check permissions", async () => {
  failing(1, "prompt");
  expect(await locationAccess()).toBe("Not allowed yet");
  await screen.findByText("Location not detected");
  screen.getByText("Unable to get location - check permissions");
});

test.each([
  [2, "Location information unavailable"],
  [3, "Location request timed out"],
  [4, "Unable to get location"],
])("a position that fails with code %i is called so: %s", async (code, said) => {
  failing(code, "granted");
  await locationAccess();
  await screen.findByText(said);
});

test("a person who said no is told that access was denied", async () => {
  failing(1, "denied");
  expect(await locationAccess()).toBe("Denied");
  await screen.findByText("Location access denied by user");
});
