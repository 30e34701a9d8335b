/** Claims about the words of the location card. */
import { expect, test } from "vitest";
import { locationErrors } from "#content/messages.ts";
import { locationStatus } from "./location-card.tsx";

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
