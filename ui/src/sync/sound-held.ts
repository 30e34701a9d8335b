/** Tells the person's phone how far their sound is on the guardian's page. */
import { sendItem } from "#api/watches.ts";
import { wallTime } from "#platform/clock.ts";
import { sealHeld } from "#seal/sound-items.ts";
import { takeUpSeq, type Watched } from "#store/guardians/watched.ts";

/** Tells the person's phone up to when the sound of an emergency is here; rejects where that cannot be told. */
export async function sendHeldUntil(
  { id, up, post }: Watched,
  about: string,
  until: number,
): Promise<void> {
  const seq = await takeUpSeq(id);
  if (seq === null) return;
  const bytes = await sealHeld(up, seq, { about, until, at: wallTime() });
  await sendItem(post, { seq, bytes, wake: false });
}
