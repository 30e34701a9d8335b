/** Claims about the words of the location card, and about how long they stand. */
import { act, render, screen } from "@testing-library/react";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { geolocationLimits } from "#content/limits.ts";
import { locationErrors } from "#content/messages.ts";
import { type FakeGeolocation, fakeGeolocation, settleAnswers } from "#test/fake-geolocation.ts";
import { LocationCard, locationStatus } from "./location-card.tsx";

const nothing = { isAsking: false, fix: null, problem: null };

test.each([
  ["unsupported", "Geolocation is not supported by this browser"],
  ["denied", "Location access denied by user"],
  ["unavailable", "Location information unavailable"],
  ["timeout", "Location request timed out"],
  ["unknown", "Unable to get location"],
] as const)("a position that failed (%s) is unavailable, with the reason", (problem, detail) => {
  expect(locationStatus({ ...nothing, problem })).toEqual({
    label: "Location unavailable",
    detail,
  });
});

test("a question that the person closed without an answer leaves the location not detected", () => {
  expect(locationStatus({ ...nothing, problem: "denied" }, true)).toEqual({
    label: "Location not detected",
    detail: "Unable to get location - check permissions",
  });
});

test("a position that nobody asked for is not detected, and one that is asked for is being found", () => {
  expect(locationStatus(nothing)).toEqual({
    label: "Location not detected",
    detail: locationErrors.permissions,
  });
  expect(locationStatus({ ...nothing, isAsking: true }).label).toBe("Getting location...");
});

describe("a position that was found", () => {
  let phone: FakeGeolocation;
  const isAgain = () =>
    screen.getByRole("button", { name: "Try again", hidden: true }).dataset["shown"];
  const texts = () => screen.getByRole("status").textContent;
  const pass = (ms: number) => act(async () => vi.advanceTimersByTime(ms));
  /** The phone's location is off: what was asked for fails. */
  const fail = () =>
    act(async () => {
      phone.decide("denied");
      await settleAnswers();
    });

  beforeEach(async () => {
    vi.useFakeTimers();
    phone = fakeGeolocation();
    phone.decide("granted");
    render(<LocationCard />);
    await act(async () => phone.move());
  });

  const ready = "ReadyAccurate to about 12 m";

  test("is ready as long as a message would hold it, without a look in between", async () => {
    expect([texts(), isAgain()]).toEqual([ready, "false"]);
    expect(vi.getTimerCount()).toBe(1);
    await pass(geolocationLimits.oldestUsefulMs);
    expect(texts()).toBe(ready);
    await pass(1);
    expect([texts(), isAgain()]).toEqual([`Location unavailable${locationErrors.old}`, "true"]);
    expect(vi.getTimerCount()).toBe(0);
  });

  test("is ready after a failure within that time", async () => {
    await pass(geolocationLimits.oldestUsefulMs - 60_000);
    await act(async () => phone.show());
    await fail();
    expect([texts(), isAgain()]).toEqual([ready, "false"]);
  });

  test("is not ready for a person who comes back later and whose location is off then", async () => {
    // No timer of the page ran meanwhile.
    vi.setSystemTime(Date.now() + 3 * 3_600_000);
    await act(async () => phone.show());
    expect(texts()).toContain("Getting location...");
    await fail();
    expect([texts(), isAgain()]).toEqual([`Location unavailable${locationErrors.denied}`, "true"]);
  });

  test("gives way to a new one", async () => {
    await pass(geolocationLimits.oldestUsefulMs + 1);
    await act(async () => phone.show());
    await act(async () => phone.move());
    expect([texts(), isAgain()]).toEqual([ready, "false"]);
  });
});
