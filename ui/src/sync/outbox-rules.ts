/** What waits for guardians, as pure rules: what is added, and what gives way. */
import { emergencyName } from "#content/guardian-answers.ts";
import { alertLimits } from "#content/guardian-limits.ts";
import type { Moment } from "#content/time.ts";
import { type DownItem, withoutOldest } from "#seal/items.ts";
import { alarmOf, type GuardianNews } from "#store/guardians/guardian-news.ts";
import type { OutboxRow } from "#store/guardians/guardian-outbox.ts";
import type { LinkedGuardian } from "#store/guardians/guardians.ts";

/** Who the rows are for. */
type Told = readonly Pick<LinkedGuardian, "id">[];

/** Who the rows are for, and where their ids come from: a row with an id that is known is there already. */
export interface Recipients {
  readonly guardians: Told;
  readonly idFor: (guardian: string) => string;
  /** When the item was made, by both clocks. */
  readonly madeAt?: Moment;
}

const emergencyOf = (item: DownItem) => ("emergency" in item ? item.emergency : null);

/** Whether `row` need not be sent any more when `item` is: an older place that nobody has tried to send. */
function givesWay(row: OutboxRow, item: DownItem): boolean {
  const isPlace = item.kind === "place" && row.item.kind === "place";
  return isPlace && row.sealed === null && emergencyOf(row.item) === emergencyOf(item);
}

/** The rows with an item for each recipient. */
export function withItem(
  rows: readonly OutboxRow[],
  item: DownItem,
  { guardians, idFor, madeAt }: Recipients,
): readonly OutboxRow[] {
  return guardians.reduce((all, { id: guardian }) => {
    const id = idFor(guardian);
    if (all.some((row) => row.id === id)) return all;
    const theirs = all.filter((row) => row.guardian === guardian);
    const others = all.filter((row) => row.guardian !== guardian);
    const left = theirs.filter((row) => !givesWay(row, item));
    // A place follows the alarm, which has woken the phone.
    const row = { id, guardian, item, wakes: item.kind !== "place", sealed: null, madeAt };
    return [...others, ...withoutOldest([...left, row], alertLimits.waitingItems, ["place"])];
  }, rows);
}

/** The item that says what happened. */
function itemOf({ emergencyId, what, isDrill, at, place }: GuardianNews): DownItem {
  const base = { emergency: emergencyName(emergencyId, isDrill), at, isDrill };
  switch (what) {
    case "started":
    case "again":
      return { kind: "alarm", ...base, place };
    case "opened":
      return { kind: "opened-with-public-code", ...base, place };
    case "ended":
      return { kind: "ended", ...base };
    default:
      return what satisfies never;
  }
}

/**
 * The rows with news for everybody who is a guardian now. No clock decides who is told: one that was set back would leave
 * somebody out, and whoever was linked a moment too late is better told than not. Two tabs that queue the same at once, which a
 * browser without locks cannot prevent, make one row of it.
 */
export function withNews(
  rows: readonly OutboxRow[],
  news: readonly GuardianNews[],
  guardians: Told,
): readonly OutboxRow[] {
  return news.reduce((all, one) => {
    const name = emergencyName(one.emergencyId, one.isDrill);
    const what = one.what === "again" ? `again ${alarmOf(one)}` : one.what;
    const idFor = (guardian: string) => `${what} ${name} ${guardian}`;
    return withItem(all, itemOf(one), { guardians, idFor });
  }, rows);
}
