/** Claims about the age of the location on the lock: it is shown, and a screen reader does not read it aloud as it changes. */
import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import type { LocationChoice } from "#content/position.ts";
import { IDLE } from "../machine/state.ts";
import { realEmergency } from "../machine/stories.ts";
import { lockFacts } from "./lock-facts.ts";
import { LockStatus } from "./lock-status.tsx";

const position = { latitude: 1, longitude: 2, accuracy: 3, timestamp: 4 };
const statusWith = (place: LocationChoice) => (
  <LockStatus facts={lockFacts(IDLE, realEmergency, place)} state={IDLE} />
);
const aged = (minutes: number) => statusWith({ kind: "aged", position, ageMs: minutes * 60_000 });
/** What a screen reader says by itself when it changes. */
const announced = () =>
  [...document.querySelectorAll("[aria-live], [role=status], [role=alert]")].map(
    ({ textContent }) => textContent,
  );

test("a location that gets older is shown with its age, and nothing is read out anew", () => {
  const { rerender } = render(aged(2));
  screen.getByText("The location is 2 min old.");
  const before = announced();
  expect(before.join()).toContain("Location recorded");
  rerender(aged(3));
  screen.getByText("The location is 3 min old.");
  expect(announced()).toEqual(before);
});

test("a fresh location, and one that is not there, have no age", () => {
  const { rerender } = render(statusWith({ kind: "fresh", position, ageMs: 0 }));
  screen.getByText("Location recorded");
  expect(screen.queryByText(/The location is/)).toBeNull();
  rerender(statusWith({ kind: "none" }));
  screen.getByText("Location not recorded");
  expect(screen.queryByText(/The location is/)).toBeNull();
});
