/** Polls what guardians reply, and what the server knows of their phones. */
import { type LinkState, type Question, readWatch } from "#api/watches.ts";
import { alertLimits } from "#content/guardian-limits.ts";
import { withDeadline } from "#platform/clock.ts";
import { openUp, type UpItem } from "#seal/items.ts";
import { openHeld } from "#seal/sound-items.ts";
import { guardianReportsRecord } from "#store/guardians/guardian-reports.ts";
import type { LinkedGuardian } from "#store/guardians/guardians.ts";
import { noteHeld } from "#store/guardians/sound-copies.ts";
import type { AlertDevices } from "./alert-devices.ts";
import { noteLink, noteLinkEnded, noteSaid } from "./reports.ts";

/** Polls what one guardian says of an emergency, until `signal` ends it. */
export async function pollReplies(
  devices: Pick<AlertDevices, "after">,
  emergency: string,
  { id, owner, up }: LinkedGuardian,
  signal: AbortSignal,
): Promise<void> {
  let known: Question = { after: -1 };
  let link: LinkState | null = null;
  const said: UpItem[] = [];
  // What was heard before the report began, or before the number of a new alarm was known, counts from then on.
  const look = () => {
    if (link !== null) noteLink(emergency, id, link);
    for (const one of said) noteSaid(emergency, id, one);
  };
  const stop = guardianReportsRecord.subscribe(look);
  signal.addEventListener("abort", stop);
  while (!signal.aborted) {
    try {
      const ask = (ending: AbortSignal) => readWatch(owner, { ...known, signal: ending });
      const news = await withDeadline(alertLimits.pollTimeoutMs, ask, signal);
      link = news.link;
      for (const { seq, bytes } of news.items) {
        const item = await openUp(up, seq, bytes);
        if (item === null) await noteHeld(id, await openHeld(up, seq, bytes));
        // What does not open was not sent by this guardian.
        if (item?.about === emergency) said.push(item);
      }
      look();
      known = { after: news.after, version: link.version, isPatient: true };
      if (link.state === "ended") return noteLinkEnded(emergency, id);
    } catch {
      await new Promise<void>((resolve) => devices.after(alertLimits.hearAgainMs, resolve));
    }
  }
}
