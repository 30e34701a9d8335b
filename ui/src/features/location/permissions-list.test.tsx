/** Claims about shaking in the list of what the phone must allow. */
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { DEFAULT_SETTINGS, settingsRecord } from "#store/settings.ts";
import { settle } from "#test/fake-clock.ts";
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
