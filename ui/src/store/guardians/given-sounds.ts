/** What people's phones gave this browser to listen to their emergencies. */
import * as v from "valibot";
import { soundKeptDays } from "#wire/kept.ts";
import { listRecord, storedBytes } from "./link-record.ts";

const given = v.object({
  /** Who gave it, as this browser knows them. */
  person: v.string(),
  /** The emergency as guardians know it. */
  emergency: v.string(),
  /** Epoch milliseconds by their phone's clock. */
  at: v.number(),
  isDrill: v.boolean(),
  secret: storedBytes,
});

/** The sound of one emergency. */
export type GivenSound = v.InferOutput<typeof given>;

/** All of it, the newest last. A full disk must not keep anybody from listening. */
export const givenSounds = listRecord<GivenSound>("given-sounds", given, "remember");

/** How many emergencies of all people are remembered. */
const KEPT = 40;

/** How long the server keeps the sound of one, and a day, in milliseconds. */
const KEPT_MS = (soundKeptDays + 1) * 86_400_000;

/**
 * Adds what came, once each: what is known keeps its place, however often it comes. What the server has deleted by then is
 * forgotten: times of one person are by one clock, which may be wrong.
 */
export async function noteGivenSounds(came: readonly GivenSound[]): Promise<void> {
  if (came.length === 0) return;
  const isSame = (one: GivenSound, two: GivenSound) =>
    one.person === two.person && one.emergency === two.emergency && one.at === two.at;
  const isReplaced = (one: GivenSound, fresh: GivenSound) =>
    one.person === fresh.person &&
    (fresh.at - one.at > KEPT_MS || one.emergency === fresh.emergency);
  await givenSounds.change((before) => {
    const added = came.filter((one) => !before.some((known) => isSame(known, one)));
    const others = before.filter((one) => !added.some((fresh) => isReplaced(one, fresh)));
    return { keep: [...others, ...added].slice(-KEPT), answer: undefined };
  });
}

/** Forgets what a person gave. */
export function forgetGivenSounds(person: string): Promise<void> {
  return givenSounds.change((before) => ({
    keep: before.filter((one) => one.person !== person),
    answer: undefined,
  }));
}
