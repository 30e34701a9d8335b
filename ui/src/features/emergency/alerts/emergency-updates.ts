/** What goes on while one emergency is on: places, the battery's last message, newcomers, answers. */

import { isMissing, type LinkState, type Question, readWatch } from "#api/watches.ts";
import { emergencyName } from "#content/guardian-answers.ts";
import { alertLimits } from "#content/guardian-limits.ts";
import { chooseLocation } from "#content/position.ts";
import { wallTime } from "#platform/clock.ts";
import { withDeadline } from "#platform/deadline.ts";
import { oneAtATime } from "#platform/one-at-a-time.ts";
import { type DownItem, openUp, type UpItem } from "#seal/items.ts";
import { openHeld } from "#seal/sound-items.ts";
import { placeOf } from "#store/guardians/guardian-news.ts";
import { guardianReportsRecord } from "#store/guardians/guardian-reports.ts";
import { guardians, type LinkedGuardian, noteEnded } from "#store/guardians/guardians.ts";
import { noteHeld } from "#store/guardians/sound-copies.ts";
import { completeLinks } from "#sync/claims.ts";
import type { Emergency } from "../machine/state.ts";
import type { AlertDevices } from "./alert-devices.ts";
import { linkedGuardians, queueForNewcomers, queueItem, restoreReports } from "./queueing.ts";
import { noteAlarm, noteFound, noteLink, noteLinkEnded, noteMissing, noteSaid } from "./reports.ts";

/** The place that is known now. */
function placeNow(devices: AlertDevices) {
  const choice = chooseLocation(devices.emergency()?.location ?? null, devices.clocks());
  return choice.kind === "none" ? null : placeOf(choice.position, choice.ageMs);
}

/** Tells newcomers, and hears every guardian once, until `ending`. Returns how to look again. */
function attendingTo(
  devices: AlertDevices,
  begun: Emergency,
  name: string,
  { send, ending }: { readonly send: () => void; readonly ending: AbortSignal },
): () => void {
  const heard = new Set<string>();
  let isRestored = false;
  const attend = async () => {
    if (!isRestored) await restoreReports(begun);
    isRestored = true;
    // Another page, or the service worker, may have learned it.
    for (const one of await guardians.read())
      if (one.state === "linked" && one.endedAt !== undefined) noteLinkEnded(name, one.id);
    await queueForNewcomers(devices.emergency() ?? begun, placeNow(devices));
    for (const guardian of await linkedGuardians()) {
      const { id, alarm } = guardian;
      // The service worker may have sent it.
      if (alarm?.emergency === name) noteAlarm(name, id, alarm);
      if (heard.has(id) || ending.aborted) continue;
      heard.add(id);
      void pollReplies(devices, name, guardian, ending);
      send();
    }
  };
  return oneAtATime(attend);
}

/** Tells the guardians how an emergency goes on, and polls their replies; `send` sends what was queued. Returns how to stop. */
export function sendUpdates(
  devices: AlertDevices,
  emergency: Emergency,
  send: () => void,
): () => void {
  const ending = new AbortController();
  const isDrill = emergency.kind === "test";
  const name = emergencyName(emergency.id, isDrill);
  let isLowTold = false;
  const tell = (item: DownItem) => queueItem(devices, item).then(send, () => undefined);
  const base = () => ({ emergency: name, at: devices.clocks().wall, isDrill });
  const tellPlace = () => {
    const known = placeNow(devices);
    if (known !== null && devices.isVisible())
      void tell({ kind: "place", ...base(), place: known });
  };
  const lookAtBattery = async () => {
    const battery = await devices.readBattery();
    const isLow = battery !== null && !battery.isCharging && battery.level < alertLimits.lowBattery;
    if (!isLow || isLowTold || ending.signal.aborted) return;
    isLowTold = true;
    void tell({ kind: "battery", ...base(), place: placeNow(devices), level: battery.level });
  };
  const attend = attendingTo(devices, emergency, name, { send, ending: ending.signal });
  let hadPlace = emergency.location !== null;
  const stops = [
    devices.every(alertLimits.placeEveryMs, tellPlace),
    devices.every(alertLimits.batteryEveryMs, () => void lookAtBattery()),
    devices.every(alertLimits.claimsEveryMs, () => void completeLinks().catch(() => undefined)),
    guardians.subscribe(attend),
    devices.onEmergency(() => {
      const hasPlace = devices.emergency()?.location != null;
      if (hasPlace && !hadPlace) tellPlace();
      hadPlace = hasPlace;
    }),
    () => ending.abort(),
  ];
  void lookAtBattery();
  attend();
  return () => {
    for (const stop of stops) stop();
  };
}

/** Polls what one guardian replies about an emergency, and what the server knows of that phone, until `signal` ends it. */
async function pollReplies(
  devices: Pick<AlertDevices, "after" | "clocks">,
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
      noteFound(emergency, id);
      for (const { seq, bytes } of news.items) {
        const item = await openUp(up, seq, bytes);
        if (item === null) await noteHeld(id, await openHeld(up, seq, bytes));
        // What does not open was not sent by this guardian.
        if (item?.about === emergency) said.push(item);
      }
      look();
      known = { after: news.after, version: link.version, isPatient: true };
      if (link.state === "ended") {
        noteLinkEnded(emergency, id);
        return await noteEnded(id, wallTime()).catch(() => undefined);
      }
    } catch (error) {
      if (isMissing(error)) noteMissing(emergency, id, devices.clocks().wall);
      await new Promise<void>((resolve) => devices.after(alertLimits.hearAgainMs, resolve));
    }
  }
}
