/**
 * What guardians are to be told of an emergency, noted at once in the device's two homes for small values. It is sent
 * by a part of the app that is loaded later, perhaps after a kill.
 */
import * as v from "valibot";
import { alertLimits } from "#content/guardian-limits.ts";
import { observable } from "#platform/observable.ts";
import { changeDurable, readDurable } from "#store/durable.ts";

const NAME = "guardian-news";

const place = v.object({
  latitude: v.number(),
  longitude: v.number(),
  accuracy: v.number(),
  ageMs: v.nullable(v.number()),
});

const schema = v.array(
  v.object({
    emergencyId: v.string(),
    what: v.picklist(["started", "again", "opened", "ended"]),
    /** True in a TEST EMERGENCY. */
    isDrill: v.boolean(),
    /** Epoch milliseconds by this device's clock. */
    at: v.number(),
    place: v.nullable(place),
    /** Of another alarm, when it was raised or due: by that several notes of it are one. */
    alarmedAt: v.optional(v.number()),
    /** Whether the queues of the guardians have it. */
    isQueued: v.fallback(v.boolean(), false),
  }),
);

type Kept = v.InferOutput<typeof schema>[number];

/** One thing that guardians are to be told. */
export type GuardianNews = Omit<Kept, "isQueued">;

/** A place as guardians are told it. */
export function placeOf(
  {
    latitude,
    longitude,
    accuracy,
  }: Readonly<Record<"latitude" | "longitude" | "accuracy", number>>,
  ageMs: number | null,
): v.InferOutput<typeof place> {
  return { latitude, longitude, accuracy, ageMs };
}

const parse = (value: unknown): readonly Kept[] => {
  const result = v.safeParse(schema, value);
  return result.success ? result.output : [];
};

/** Which alarm of its emergency a note is about. */
export const alarmOf = ({ at, alarmedAt = at }: GuardianNews): number => alarmedAt;

/** Whether two notes tell the same. Only another alarm may be told more than once: each has its time. */
export const isSameNews = (a: GuardianNews, b: GuardianNews) =>
  a.emergencyId === b.emergencyId &&
  a.what === b.what &&
  a.isDrill === b.isDrill &&
  (a.what !== "again" || alarmOf(a) === alarmOf(b));

const notes = observable(0);

/** Calls back after this tab noted something; returns how to stop. */
export const onGuardianNews = notes.subscribe;

/** Whether guardians were to be told that the emergency of `news` began. */
export const isBegun = (before: readonly GuardianNews[], news: GuardianNews): boolean =>
  before.some((one) => isSameNews(one, { ...news, what: "started" }));

/**
 * Drops one note where there are more than are kept: the oldest that the queues have, or else the oldest of another alarm. The beginning,
 * opening and end of the emergency `emergencyId` stay, because they show that guardians were told.
 */
function withoutSpare(all: readonly Kept[], emergencyId: string): readonly Kept[] {
  if (all.length <= alertLimits.keptNews) return all;
  const isAgain = ({ what }: Kept) => what === "again";
  const isSettled = (one: Kept) =>
    one.isQueued && (isAgain(one) || one.emergencyId !== emergencyId);
  const spare = all.find(isSettled) ?? all.find(isAgain) ?? all[0];
  return all.filter((one) => one !== spare);
}

/**
 * Notes something to tell, once: the same of the same emergency again changes nothing. With `needsBeginning` it is noted only of an
 * emergency whose beginning was.
 */
export async function noteGuardianNews(news: GuardianNews, needsBeginning = false): Promise<void> {
  const isDropped = (before: readonly Kept[]) =>
    before.some((one) => isSameNews(one, news)) || (needsBeginning && !isBegun(before, news));
  // A page finds an end at each start, and nothing is to be written for that.
  if (needsBeginning && isDropped(parse(await readDurable(NAME)))) return;
  await changeDurable(NAME, (value) => {
    const before = parse(value);
    const keep = isDropped(before) ? before : [...before, { ...news, isQueued: false }];
    return { keep: withoutSpare(keep, news.emergencyId), answer: undefined };
  });
  notes.set(notes.get() + 1);
}

/** What is not in the queues yet, in the order in which it happened. */
export async function unqueuedNews(): Promise<readonly GuardianNews[]> {
  return parse(await readDurable(NAME)).filter(({ isQueued }) => !isQueued);
}

/** All that is still noted of an emergency, in the order in which it happened. */
export async function newsOfEmergency(emergencyId: string): Promise<readonly GuardianNews[]> {
  return parse(await readDurable(NAME)).filter((one) => one.emergencyId === emergencyId);
}

/** Notes that the queues have these. */
export function settleGuardianNews(done: readonly GuardianNews[]): Promise<void> {
  return changeDurable(NAME, (value) => ({
    keep: parse(value).map((one) =>
      done.some((news) => isSameNews(news, one)) ? { ...one, isQueued: true } : one,
    ),
    answer: undefined,
  }));
}
