/** The guardian's answers, which go to the person's phone sealed. */
import { isBusy, isTaken } from "#api/client.ts";
import { hasEnded, sendItem } from "#api/watches.ts";
import { wallTime } from "#platform/clock.ts";
import { type Answer, sealUp, type UpItem } from "#seal/items.ts";
import { changeWatched, takeUpSeq, type Watched } from "#store/guardians/watched.ts";

/** How sending ended. */
export type AnswerOutcome = "sent" | "ended" | "busy" | "failed";

/**
 * Seals what goes to the person's phone and sends it; resolves to whether there was a link for it. On a full disk the page and the
 * service worker do not know which numbers the other has used: then the next one is tried, up to `tries` of them.
 */
async function send(person: Watched, item: UpItem, tries = 9): Promise<boolean> {
  const seq = await takeUpSeq(person.id);
  if (seq === null) return false;
  try {
    await sendItem(person.post, { seq, bytes: await sealUp(person.up, seq, item), wake: false });
    return true;
  } catch (error) {
    if (tries > 0 && isTaken(error)) return send(person, item, tries - 1);
    throw error;
  }
}

/** What an answer is about: an emergency with the number of its newest item that was here, or a test message with null. */
export interface About {
  readonly about: string | null;
  readonly seq?: number | undefined;
}

/** Sends an answer. */
export async function sendAnswer(
  person: Watched,
  answer: Answer,
  { about, seq }: About,
): Promise<AnswerOutcome> {
  try {
    const item = { kind: "answer", answer, about, seq, at: wallTime() } as const;
    if (!(await send(person, item))) return "ended";
  } catch (error) {
    if (await hasEnded(error, person.read)) return "ended";
    return isBusy(error) ? "busy" : "failed";
  }
  const sent = { answer, about, seq, sentAt: wallTime() };
  await changeWatched(person.id, (before) => ({ ...before, answers: [...before.answers, sent] }));
  return "sent";
}

/** Tells the person's phone that the item with the number `seq` is on this one; rejects where that cannot be told. */
export function sendArrived(person: Watched, seq: number, about: string | null): Promise<boolean> {
  return send(person, { kind: "arrived", seq, about, at: wallTime() });
}
