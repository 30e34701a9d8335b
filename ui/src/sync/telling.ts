/** Which notifications follow from what came: they say what the story says, and no more. Pure. */
import { type DownItem, isDrill } from "#seal/items.ts";
import { isUnnotified, type Received, type Watched } from "#store/watched.ts";
import { isDanger, storyOf } from "./story.ts";

/** Whether an item is only a test: of the link, or a drill. */
export const isTest = (item: DownItem): boolean => item.kind === "test" || isDrill(item);

/** An emergency of which the alarm itself is not here. */
const asAlarm = (came: Received): Received => {
  const { item } = came;
  if (item.kind !== "place" && item.kind !== "battery") return came;
  const { emergency, at, isDrill: drill, place } = item;
  return { ...came, item: { kind: "alarm", emergency, at, isDrill: drill, place } };
};

/** What is shown in the place of the person's last alert; undefined where that still stands. */
function alertOf(
  kept: Watched,
  fresh: readonly Received[],
  isNew: (came: Received) => boolean,
): Received | undefined {
  if (fresh.length === 0) return undefined;
  const story = storyOf(kept.items);
  const { telling } = story;
  if (isDanger(story) && telling !== null) {
    const alert = asAlarm(telling);
    if (isNew(alert)) return alert;
    // Only beside an alarm: it would hide worse news.
    const low = fresh.findLast(({ item }) => item.kind === "battery");
    return story.situation === "alarm" ? low : undefined;
  }
  const end = fresh.findLast(({ item }) => item.kind === "unlinked");
  if (end !== undefined) return end;
  return telling !== null && !isTest(telling.item) && isNew(telling) ? telling : undefined;
}

/**
 * What to show now: the story, where something of it is new, and beside it the newest test, which hides no alert. `isRecent`
 * is false for what an open page has shown long ago.
 */
export function toTell(kept: Watched, isRecent: (came: Received) => boolean): readonly Received[] {
  const isNew = (came: Received) => isUnnotified(kept, came);
  const fresh = kept.items.filter((came) => isRecent(came) && isNew(came));
  const real = fresh.filter(({ item }) => !isTest(item));
  const alert = alertOf(kept, real, isNew);
  const test = fresh.findLast(({ item }) => isTest(item));
  return [alert, test].filter((came) => came !== undefined);
}
