/**
 * Tells the guardians: queues what happened, sends it, and hears their answers. It runs beside the emergency, which
 * neither waits for it nor needs it.
 */
import { emergencyName } from "#content/guardian-answers.ts";
import { alertLimits } from "#content/guardian-limits.ts";
import { onGuardianNews } from "#store/guardians/guardian-news.ts";
import { guardianOutbox } from "#store/guardians/guardian-outbox.ts";
import { guardians, type LinkedGuardian, revealToSend } from "#store/guardians/guardians.ts";
import { completeLinks } from "#sync/claims.ts";
import { type SendingNews, sendOutbox } from "#sync/guardian-outbox.ts";
import { nextTryMs } from "#sync/missing-rules.ts";
import type { AlertDevices } from "./alert-devices.ts";
import { sendUpdates } from "./emergency-updates.ts";
import { linkedGuardians, newsQueue } from "./queueing.ts";
import { noteAlarm, noteFound, noteLinkEnded } from "./reports.ts";

/** The emergency that is on, as guardians know it. */
function currentName(devices: AlertDevices): string | null {
  const emergency = devices.emergency();
  return emergency === null ? null : emergencyName(emergency.id, emergency.kind === "test");
}

/** Notes what became of an item. */
function noteSending(current: string | null, { id }: LinkedGuardian, news: SendingNews): void {
  if (news.type === "link-ended") {
    if (current !== null) noteLinkEnded(current, id);
    return;
  }
  if (current !== null) noteFound(current, id);
  if (news.item.kind === "alarm") {
    noteAlarm(news.item.emergency, id, { seq: news.seq, at: news.item.at });
  }
}

/** When what waits for a link that is not there is tried again; null where nothing does. */
const laterMs = async ({ clocks }: AlertDevices): Promise<number | null> =>
  nextTryMs(await guardianOutbox.read().catch(() => []), clocks().wall);

/** Sends what waits, again and again until nothing is left; one run at a time. */
function sendingOf(devices: AlertDevices) {
  let failures = 0;
  let isRunning = false;
  let isAsked = false;
  let stopWaiting: () => void = () => undefined;
  const { queueNews, settleSent } = newsQueue();
  const run = async () => {
    await queueNews();
    // A page that is killed while a request has no answer leaves the rest to the service worker.
    const stopAsking = devices.after(alertLimits.syncAfterMs, devices.askForSync);
    try {
      return await sendOutbox({
        onNews: (one, news) => noteSending(currentName(devices), one, news),
        now: devices.clocks,
        isUrgent: devices.emergency() !== null,
      });
    } finally {
      stopAsking();
      await settleSent();
    }
  };
  const again = async (): Promise<void> => {
    stopWaiting();
    isAsked = true;
    if (isRunning) return;
    isRunning = true;
    let isDone = false;
    while (isAsked) {
      isAsked = false;
      isDone = await run().catch(() => false);
    }
    isRunning = false;
    failures = isDone ? 0 : failures + 1;
    if (!isDone) devices.askForSync();
    const soonMs = alertLimits.retryMs[failures - 1] ?? alertLimits.retryMs.at(-1) ?? 0;
    const waitMs = isDone ? await laterMs(devices) : soonMs;
    // Another run may have begun, and wait by itself.
    if (waitMs === null || isRunning) return;
    stopWaiting();
    stopWaiting = devices.after(waitMs, () => void again());
  };
  return { send: () => void again(), stop: () => stopWaiting() };
}

/** Prepares the service worker as soon as there is somebody to tell; returns how to stop. */
function preparingSync({ prepareSync }: AlertDevices): () => void {
  let isPrepared = false;
  const look = async () => {
    if (isPrepared || (await linkedGuardians()).length === 0) return;
    isPrepared = true;
    prepareSync();
  };
  const begin = () => void look().catch(() => undefined);
  begin();
  return guardians.subscribe(begin);
}

/** Has each new guardian's browser told what the digits follow from, as soon as the link is complete; returns how to stop. */
function greeting({ clocks }: AlertDevices, send: () => void): () => void {
  const greeted = new Set<string>();
  const look = async () => {
    for (const guardian of await linkedGuardians()) {
      const { id } = guardian;
      if (greeted.has(id) || revealToSend(guardian, clocks().wall) === null) continue;
      greeted.add(id);
      send();
    }
  };
  return guardians.subscribe(() => void look().catch(() => undefined));
}

/** Starts to tell, for as long as the page is open; returns how to stop. */
export function startAlerts(devices: AlertDevices): () => void {
  const { send, stop } = sendingOf(devices);
  let accompanied: string | null = null;
  let leave: () => void = () => undefined;
  const follow = () => {
    const emergency = devices.emergency();
    const name = currentName(devices);
    if (name === accompanied) return;
    accompanied = name;
    leave();
    leave = emergency === null ? () => undefined : sendUpdates(devices, emergency, send);
  };
  const reach = () => {
    send();
    void completeLinks().catch(() => undefined);
  };
  const stops = [
    devices.onEmergency(follow),
    onGuardianNews(send),
    devices.onOtherTab(send),
    devices.onConnection(reach),
    devices.onShown(reach),
    preparingSync(devices),
    greeting(devices, send),
    stop,
    () => leave(),
  ];
  follow();
  reach();
  return () => {
    for (const each of stops) each();
  };
}
