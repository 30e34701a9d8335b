/** The parts of a recording in the evidence's database, as far as they say what can be sent. */
import { linkCount, recordingsOf, someChunks } from "#store/app-database.ts";
import type { PartFacts } from "./sound-rules.ts";

/** The parts of an emergency, in their order; the last one may grow while the emergency is on. */
export async function partsNow(emergency: string, isOn: boolean): Promise<readonly PartFacts[]> {
  const rows = await recordingsOf(emergency);
  return Promise.all(
    rows.map(async ({ id, status }, at) => ({
      ...{ id, count: await linkCount(id) },
      isOver: !isOn || status !== "recording" || at < rows.length - 1,
    })),
  );
}

/** The phone's own time of a link, in epoch milliseconds; null where it is not there. */
export async function timeOfLink(part: string, link: number): Promise<number | null> {
  const [found] = await someChunks(part, link, 1);
  return found?.seq === link ? found.at : null;
}

/** The phone's own time of the last link of an emergency on the disk; null where there is none. */
export async function onPhoneUntil(emergency: string): Promise<number | null> {
  for (const { id, count } of [...(await partsNow(emergency, true))].reverse()) {
    if (count > 0) return timeOfLink(id, count - 1);
  }
  return null;
}
