/** The guardian's answers, which go to the person's phone sealed. */
import { isBusy } from "#api/client.ts";
import { hasEnded, sendItem } from "#api/watches.ts";
import { wallTime } from "#platform/clock.ts";
import { type Answer, sealUp } from "#seal/items.ts";
import { changeWatched, takeUpSeq, type Watched } from "#store/watched.ts";

/** How sending ended. */
export type AnswerOutcome = "sent" | "ended" | "busy" | "failed";

/** Sends an answer about an emergency, or about a test message with null. */
export async function sendAnswer(
  person: Watched,
  answer: Answer,
  about: string | null,
): Promise<AnswerOutcome> {
  try {
    const seq = await takeUpSeq(person.id);
    if (seq === null) return "ended";
    const item = { kind: "answer", answer, about, at: wallTime() } as const;
    const bytes = await sealUp(person.up, seq, item);
    await sendItem(person.post, { seq, bytes, wake: false });
  } catch (error) {
    if (hasEnded(error)) return "ended";
    return isBusy(error) ? "busy" : "failed";
  }
  const sent = { answer, about, sentAt: wallTime() };
  await changeWatched(person.id, (before) => ({ ...before, answers: [...before.answers, sent] }));
  return "sent";
}
