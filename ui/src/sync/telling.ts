/** Which notifications follow from what came: they say what the story says, and no more. Pure. */
import { asksForHelp, type DownItem, isDrill } from "#seal/items.ts";
import { isUnnotified, type Received, type Watched } from "#store/guardians/watched.ts";
import { isDanger, storyOf } from "./story.ts";

/** A notification that is to be shown. */
export interface Told {
  /** What makes it necessary, and is noted as told. */
  readonly came: Received;
  /** What it says: of an emergency the worst that is known, which may have been told before. */
  readonly says: DownItem;
  /** The emergency that an answer to it is about, or null. */
  readonly about: string | null;
  /** What is told with it, and is not told again. */
  readonly besides: readonly Received[];
  /** Whether it only corrects what stands, and makes no sound. */
  readonly isQuiet?: boolean;
}

/** Whether an item is only a test: of the link, or a drill. */
export const isTest = (item: DownItem): boolean => item.kind === "test" || isDrill(item);

/** The emergency of an item, or null. */
export const emergencyOf = (item: DownItem): string | null =>
  "emergency" in item ? item.emergency : null;

/** An item that is told by itself. */
export const alone = (came: Received): Told => ({
  came,
  says: came.item,
  about: emergencyOf(came.item),
  besides: [],
});

/** An emergency of which the alarm itself is not here. */
const asAlarm = (came: Received): Received => {
  const { item } = came;
  if (item.kind !== "place" && item.kind !== "battery") return came;
  const { emergency, at, isDrill: drill, place } = item;
  return { ...came, item: { kind: "alarm", emergency, at, isDrill: drill, place } };
};

/** What is new, and how to see whether something else is. */
interface Fresh {
  readonly fresh: readonly Received[];
  readonly isNew: (came: Received) => boolean;
}

/**
 * What is shown while somebody may need help: what says so; help that was asked for again, in the same words; what is left when
 * something worse has ended; a low battery.
 */
function dangerOf(kept: Watched, telling: Received, { fresh, isNew }: Fresh): Told | undefined {
  const { emergency, asking, situation } = storyOf(kept.items);
  const alert = asAlarm(telling);
  const again = fresh.findLast((came) => asking.includes(came));
  const besides = fresh.filter(({ item }) => asksForHelp(item));
  const told = { says: alert.item, about: emergency, besides };
  if (isNew(alert)) return { ...told, came: alert };
  if (again !== undefined) return { ...told, came: again };
  const end = fresh.findLast(({ item }) => item.kind === "ended");
  if (end !== undefined) return { ...told, came: end, isQuiet: true };
  // Only beside an alarm: it would hide worse news.
  const low = fresh.findLast(({ item }) => item.kind === "battery");
  return situation === "alarm" && low !== undefined ? alone(low) : undefined;
}

/** What is shown in the place of the person's last alert; undefined where that still stands. */
function alertOf(kept: Watched, { fresh, isNew }: Fresh): Told | undefined {
  if (fresh.length === 0) return undefined;
  const story = storyOf(kept.items);
  const { telling } = story;
  if (isDanger(story) && telling !== null) return dangerOf(kept, telling, { fresh, isNew });
  const end = fresh.findLast(({ item }) => item.kind === "unlinked");
  if (end !== undefined) return alone(end);
  return telling !== null && !isTest(telling.item) && isNew(telling) ? alone(telling) : undefined;
}

/**
 * What to show now: the story, where something of it is new, and beside it the newest test, which hides no alert. `isRecent`
 * is false for what an open page has shown long ago.
 */
export function toTell(kept: Watched, isRecent: (came: Received) => boolean): readonly Told[] {
  const isNew = (came: Received) => isUnnotified(kept, came);
  const fresh = kept.items.filter((came) => isRecent(came) && isNew(came));
  const real = fresh.filter(({ item }) => !isTest(item));
  const alert = alertOf(kept, { fresh: real, isNew });
  const test = fresh.findLast(({ item }) => isTest(item));
  return [...(alert === undefined ? [] : [alert]), ...(test === undefined ? [] : [alone(test)])];
}
