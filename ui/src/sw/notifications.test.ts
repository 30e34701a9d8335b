/** Claims about what notifications say: a drill never looks like an alarm, whatever kind of item it sends. */
import { expect, test } from "vitest";
import type { DownItem } from "#seal/items.ts";
import { shownFor } from "./notifications.ts";

const place = { latitude: 1, longitude: 2, accuracy: 3, ageMs: 0 };
const kinds = ["alarm", "place", "battery", "ended", "opened-with-public-code", "overdue"] as const;

/** An item of an emergency. */
const item = (kind: (typeof kinds)[number], isDrill: boolean) =>
  ({ kind, emergency: "e", at: 1, isDrill, place, level: 0.04, dueAt: 1 }) as DownItem;

test.each(kinds)("an item of the kind '%s' in a drill is shown as a test", (kind) => {
  const { title, body, isUrgent, answers } = shownFor("Mia", item(kind, true));
  expect([title, isUrgent, answers]).toEqual(["Test from Mia", false, ["seen"]]);
  expect(body).toContain("This is only a test. Nothing has happened.");
});

test.each(kinds)("an item of the kind '%s' in an emergency is not called a test", (kind) => {
  const { title, body } = shownFor("Mia", item(kind, false));
  expect(title + body).not.toMatch(/test/i);
});

test("the words are calm: a name, and nothing that a browser could take for a stranger's warning", () => {
  const tests = [undefined, "pairing", "heartbeat"].map(
    (of) => ({ kind: "test", at: 1, ...(of && { of }) }) as DownItem,
  );
  const ends: DownItem[] = [...tests, { kind: "unlinked", at: 1 }];
  const all = [...kinds.flatMap((kind) => [item(kind, true), item(kind, false)]), ...ends];
  for (const one of all) {
    const { title, body } = shownFor("Mia", one);
    expect(title).toContain("Mia");
    expect(`${title} ${body}`).not.toMatch(/emergency|urgent|warning|!/i);
    expect(`${title} ${body}`).not.toMatch(/[A-Z]{4,}/);
  }
});
