/** Stores what a guardian's phone says. */
import type { Reading } from "#api/watches.ts";
import { wallTime } from "#platform/clock.ts";
import { openUp } from "#seal/items.ts";
import { changeGuardian, type Guardian, type LinkedGuardian } from "#store/guardians/guardians.ts";
import { type Sign, withSigns } from "./sign-rules.ts";

/** Opens and stores what was read; what does not open was not sent by this guardian. Resolves to what is stored then. */
export async function storeSigns(
  { id, up, after: known }: LinkedGuardian,
  { items, after }: Reading,
): Promise<Guardian | null> {
  const opened = items.map(async ({ seq, bytes, at }): Promise<Sign[]> => {
    const item = await openUp(up, seq, bytes);
    return item === null ? [] : [{ item, at }];
  });
  const signs = (await Promise.all(opened)).flat();
  if (after === known) return null;
  return changeGuardian(id, (before) =>
    before.state === "linked" ? withSigns(before, signs, { after, now: wallTime() }) : before,
  );
}
