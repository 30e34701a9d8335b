/** Claims about what the lock offers where no message could hold a location. */

import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { askPosition, whereabouts } from "#platform/sensors/geolocation.ts";
import { DEFAULT_SETTINGS, settingsRecord } from "#store/settings/settings.ts";
import { endEmergency } from "#test/end-emergency.ts";
import { type FakeGeolocation, fakeGeolocation } from "#test/fake-geolocation.ts";
import { refuseMicrophone } from "#test/fake-microphone.ts";
import { callForHelp, showLockable } from "#test/locked-page.tsx";
import { IDLE } from "../machine/state.ts";
import { LockStatus } from "./lock-status.tsx";

const again = { name: "Try to find the location again" };
const refusal = () => screen.queryByText("Location access denied by user");

/** The lock of an emergency, once the person has closed the browser's question. */
async function refusedLock(phone: FakeGeolocation) {
  showLockable();
  await callForHelp();
  await act(async () => phone.decide("denied"));
  await waitFor(() => expect(refusal()).not.toBeNull());
  screen.getByText("Location not recorded");
}

describe("an emergency whose place was refused", () => {
  beforeEach(() => {
    refuseMicrophone();
    settingsRecord.write({ ...DEFAULT_SETTINGS, staysDisguised: false });
  });
  afterEach(endEmergency);

  test("follows it without a tap once it is allowed", async () => {
    const phone = fakeGeolocation();
    await refusedLock(phone);
    await act(async () => phone.decide("granted"));
    await act(async () => phone.move());
    screen.getByText("Location recorded");
    expect([refusal(), screen.queryByRole("button", again)]).toEqual([null, null]);
  });

  test("follows it after one tap, in a browser that does not say what is allowed", async () => {
    const phone = fakeGeolocation(false);
    await refusedLock(phone);
    phone.decide("granted");
    await userEvent.click(screen.getByRole("button", again));
    await act(async () => phone.move());
    screen.getByText("Location recorded");
    // The tap asked once; what comes after it comes to the watch.
    expect(phone.watching()).toBe(1);
  });
});

test("a lock without a place offers to look for it, also where nothing says why there is none", async () => {
  const phone = fakeGeolocation();
  phone.decide("granted");
  askPosition();
  phone.move();
  expect(whereabouts().problem).toBeNull();
  render(<LockStatus facts={[]} state={IDLE} />);
  await userEvent.click(screen.getByRole("button", again));
  expect(screen.getByRole("button", { name: "Getting location..." })).toHaveProperty(
    "disabled",
    true,
  );
});
