/** Claims about the words for the police, and about copying them and the place. */
import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { clockText } from "#content/local-dates.ts";
import type { DownItem } from "#seal/items.ts";
import { storyOf } from "#sync/story.ts";
import { fakeClipboard } from "#test/fake-clipboard.ts";
import { Advice } from "./advice.tsx";
import { PlacePanel } from "./place-panel.tsx";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const NOW = Date.UTC(2026, 10, 22, 20, 0);
const place = { latitude: 47.0000625, longitude: 8.0000625, accuracy: 12, ageMs: 0 };
const of = { emergency: "e", isDrill: false, place };

/** What is to be said of one item. */
function said(item: DownItem, at: number, gotAt?: number): string {
  const story = storyOf([{ seq: 1, at, item, ...(gotAt !== undefined && { gotAt }) }]);
  render(<Advice name="Ana" story={story} now={NOW} />);
  return screen.getByText(/my friend Ana/i).textContent;
}

test.each([
  ["slow", -3 * HOUR],
  ["fast", 3 * HOUR],
])(
  "a timer of a phone whose clock is three hours %s is told by the server's times, with the phone's beside them",
  (_, wrong) => {
    const gotAt = NOW - 20 * MINUTE;
    const item: DownItem = { kind: "overdue", ...of, at: gotAt + wrong, dueAt: NOW };
    const text = said(item, NOW - MINUTE, gotAt);
    expect(text).toContain(`a safety timer that ran out at ${clockText(NOW - MINUTE, NOW)}.`);
    const own = clockText(gotAt + wrong, NOW);
    expect(text).toContain(`from 20 min ago (${own} by its own clock)`);
  },
);

test("an alarm of a phone whose clock is slow is told by the server's time, with the phone's beside it", () => {
  const at = NOW - 5 * MINUTE;
  const text = said({ kind: "alarm", ...of, at: at - 3 * HOUR }, at);
  const own = clockText(at - 3 * HOUR, NOW);
  expect(text).toContain(`at ${clockText(at, NOW)} (${own} by its own clock)`);
  expect(text).toContain(`from 5 min ago (${own} by its own clock)`);
});

test("the public code that seemed to end a session is no emergency alarm that somebody started", () => {
  const at = NOW - 5 * MINUTE;
  const text = said({ kind: "opened-with-public-code", ...of, at }, at);
  expect(text).toContain(
    `The phone of my friend Ana was unlocked with a code that means danger at ${clockText(at, NOW)}.`,
  );
  expect(text).not.toContain("alarm");
});

test.each([
  ["Copy these words", Advice],
  ["Copy the place", PlacePanel],
])("%s: what was copied is called so until there is a newer place", async (label, Shown) => {
  fakeClipboard();
  const alarm: DownItem = { kind: "alarm", ...of, at: NOW - MINUTE };
  const came = [{ seq: 1, at: NOW - MINUTE, item: alarm }];
  const moved = { ...of, place: { ...place, latitude: 48 } };
  const later = { seq: 2, at: NOW, item: { kind: "place", ...moved, at: NOW } as const };
  const shown = (items: Parameters<typeof storyOf>[0], now: number) => (
    <Shown name="Ana" story={storyOf(items)} now={now} />
  );
  const { rerender } = render(shown(came, NOW));
  fireEvent.click(screen.getByRole("button", { name: label }));
  await screen.findByText("Copied");
  rerender(shown(came, NOW + 3_000));
  screen.getByText("Copied");
  rerender(shown([...came, later], NOW + 4_000));
  screen.getByRole("button", { name: label });
});
