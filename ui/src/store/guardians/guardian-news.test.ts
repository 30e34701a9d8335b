/** Claims about what is remembered of what guardians were told. */
import { beforeEach, expect, test } from "vitest";
import { alertLimits } from "#content/guardian-limits.ts";
import { changeDurable } from "#store/durable.ts";
import {
  type GuardianNews,
  newsOfEmergency,
  noteGuardianNews,
  settleGuardianNews,
  unqueuedNews,
} from "./guardian-news.ts";

beforeEach(() => changeDurable("guardian-news", () => ({ keep: [], answer: undefined })));

const first = { emergencyId: "first", isDrill: false, place: null } as const;
const settle = async () => settleGuardianNews(await unqueuedNews());
const whats = (news: readonly GuardianNews[]) => news.map(({ what }) => what);
/** Help is asked for again so often, for longer than notes are kept. */
async function callAgain(emergencyId: string): Promise<void> {
  for (let count = 1; count <= alertLimits.keptNews; count += 1) {
    const at = count * 20_000;
    await noteGuardianNews({ ...first, emergencyId, what: "again", at, alarmedAt: at });
  }
}

test("after many other alarms a reopened app does not tell anew that it began and that the public code was typed", async () => {
  await noteGuardianNews({ ...first, what: "started", at: 1 });
  await noteGuardianNews({ ...first, what: "opened", at: 2 });
  await callAgain("first");
  await settle();
  await noteGuardianNews({ ...first, what: "started", at: 1 });
  await noteGuardianNews({ ...first, what: "opened", at: 999_000 });
  expect(await unqueuedNews()).toEqual([]);
});

test("its end is told after many other alarms, although it was not noted before a kill", async () => {
  await noteGuardianNews({ ...first, what: "started", at: 1 });
  await callAgain("first");
  await settle();
  await noteGuardianNews({ ...first, what: "ended", at: 900_000 }, true);
  expect(whats(await unqueuedNews())).toEqual(["ended"]);
});

test("while nothing could be queued, the oldest of the other alarms go, and the newest stays", async () => {
  await noteGuardianNews({ ...first, what: "started", at: 1 });
  await callAgain("first");
  const kept = await unqueuedNews();
  expect(kept).toHaveLength(alertLimits.keptNews);
  expect([kept[0]?.what, kept.at(-1)?.at]).toEqual(["started", alertLimits.keptNews * 20_000]);
});

test("what was told of emergencies before gives way to those after them, and what still has to be told does not", async () => {
  await noteGuardianNews({ ...first, what: "started", at: 1 });
  await callAgain("first");
  await settle();
  await noteGuardianNews({ ...first, what: "ended", at: 900_000 });
  await noteGuardianNews({ ...first, emergencyId: "second", what: "started", at: 910_000 });
  await callAgain("second");
  expect(whats(await newsOfEmergency("first"))).toEqual(["ended"]);
  const second = whats(await newsOfEmergency("second"));
  expect([second.length, second[0]]).toEqual([alertLimits.keptNews - 1, "started"]);
});
