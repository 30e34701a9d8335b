/**
 * Claims about what a guardian is told everywhere at once, of random sequences: the notification that stands, its sound, the mark
 * in the title and the page's words all tell the worst that is so.
 */
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { beforeEach, expect, test } from "vitest";
import { isInNeed } from "#features/watch/guardian-timeline.ts";
import { SituationBanner } from "#features/watch/situation-banner.tsx";
import {
  changeWatched,
  noteNotified,
  type Received,
  type Watched,
  withItems,
} from "#store/guardians/watched.ts";
import { shownFor } from "#sw/notifications.ts";
import { storyOf } from "#sync/story.ts";
import { isTest, toTell } from "#sync/telling.ts";
import { fractionsOf } from "./chance.ts";
import { sentItems } from "./link-items.ts";
import { makeLink, storePeople } from "./link-pair.ts";

const titles = {
  overdue: "Mia did not come back in time",
  alarm: "Mia needs help",
  "public-code": "Treat as danger: Mia",
} as const;
const headings = {
  overdue: "did not end a session in time",
  alarm: "started an emergency",
  "public-code": "treat as danger",
} as const;

/** The worst that is so, without the product's own rules; null where nobody needs help. */
function worstOf(items: readonly Received[]): keyof typeof titles | null {
  const told = ["a", "b", "s"].flatMap((name) => {
    const own = items.filter(({ item }) => "emergency" in item && item.emergency === name);
    if (own.length === 0 || own.some(({ item }) => item.kind === "ended")) return [];
    const kinds = own.map(({ item }) => item.kind);
    if (kinds.includes("opened-with-public-code")) return "public-code";
    return kinds.includes("overdue") && !kinds.includes("alarm") ? "overdue" : "alarm";
  });
  return (["public-code", "alarm", "overdue"] as const).find((one) => told.includes(one)) ?? null;
}

/** Whether an item is an alarm of an emergency that is on, and newer than all that came of it. */
function isNewAlarm({ seq, item }: Received, before: readonly Received[]): boolean {
  if (item.kind !== "alarm" || item.isDrill) return false;
  const { emergency } = item;
  const own = before.filter((one) => "emergency" in one.item && one.item.emergency === emergency);
  return own.every((one) => one.item.kind !== "ended" && one.seq < seq);
}

let person: Watched;
beforeEach(async () => {
  const link = await makeLink("mia");
  ({ person } = link);
  await storePeople([link]);
});

/** Reads what came, as the worker does; returns the notifications. */
async function reading(came: readonly Received[]) {
  const kept = (await changeWatched("mia", (before) => withItems(before, came))) ?? person;
  const fresh = new Set(came.map(({ seq }) => seq));
  const told = toTell(kept, ({ seq }) => fresh.has(seq));
  const shown = [];
  for (const { came: one, says, besides, isQuiet = false } of told) {
    const isNew = isTest(says) || (await noteNotified("mia", one, besides));
    if (isNew) shown.push({ ...shownFor("Mia", says), isQuiet, isTest: isTest(says) });
  }
  return { kept, shown: shown.filter((one) => !one.isTest) };
}

test.each(Array.from({ length: 150 }, (_, index) => index + 1))(
  "the worst truth wins everywhere, and each new alarm sounds (sequence %d)",
  async (seed) => {
    const random = fractionsOf(seed * 7_919);
    let late: Received[] = [];
    let before: readonly Received[] = [];
    let standing: string | null = null;
    for (const one of sentItems(random, 15)) {
      const move = random();
      // Lost for good, or read with the next.
      if (move < 0.1) continue;
      if (move < 0.25) {
        late = [...late, one];
        continue;
      }
      const came = random() < 0.5 ? [...late, one] : [one, ...late];
      late = [];
      const { kept, shown } = await reading(came);
      const worst = worstOf(kept.items);
      for (const { title, isUrgent } of shown) {
        standing = title;
        if (worst !== null) expect(isUrgent).toBe(true);
      }
      expect(isInNeed(kept)).toBe(worst !== null);
      if (worst !== null) {
        const words = [
          titles[worst],
          ...(worst === "alarm" ? ["Mia's phone is almost empty"] : []),
        ];
        expect(words).toContain(standing);
        const story = storyOf(kept.items);
        const banner = { name: "Mia", story, now: one.at, isEnded: false, unread: "Not read" };
        expect(renderToStaticMarkup(createElement(SituationBanner, banner))).toContain(
          headings[worst],
        );
        if (isNewAlarm(one, before))
          expect(shown.some(({ isUrgent, isQuiet }) => isUrgent && !isQuiet)).toBe(true);
      }
      before = kept.items;
    }
  },
);
