/** Puts what guardians are to be told into their queues. */
import { emergencyName } from "#content/guardian-answers.ts";
import { whileHolding } from "#platform/workers/tabs.ts";
import type { DownItem } from "#seal/items.ts";
import {
  type GuardianNews,
  isSameNews,
  newsOfEmergency,
  settleGuardianNews,
  unqueuedNews,
} from "#store/guardians/guardian-news.ts";
import { guardianOutbox, type OutboxRow } from "#store/guardians/guardian-outbox.ts";
import { guardianReportsRecord } from "#store/guardians/guardian-reports.ts";
import { guardians, isLinked, type LinkedGuardian } from "#store/guardians/guardians.ts";
import { changeOutbox } from "#sync/guardian-outbox.ts";
import { withItem, withNews } from "#sync/outbox-rules.ts";
import type { Emergency } from "../machine/state.ts";
import type { AlertDevices } from "./alert-devices.ts";
import { beginReports } from "./reports.ts";

/** One tab at a time looks what is not queued yet, so that no guardian is told twice. */
const LOCK = "guardian-news";

/** The guardians that can be told. */
export async function linkedGuardians(): Promise<LinkedGuardian[]> {
  return (await guardians.read()).filter(isLinked);
}

/** Those of whom an emergency reports: that a link has ended, too. */
async function reportedGuardians(): Promise<LinkedGuardian[]> {
  const all = await guardians.read();
  return all.filter((one): one is LinkedGuardian => one.state === "linked");
}

/** Adds news to the queues; resolves to whether the disk has them, and not this page alone. */
async function addNews(
  news: readonly GuardianNews[],
  told: readonly LinkedGuardian[],
): Promise<boolean> {
  const add = (rows: readonly OutboxRow[]) => withNews(rows, news, told);
  try {
    await changeOutbox(add, "reject");
    return true;
  } catch {
    await changeOutbox(add);
    return false;
  }
}

/** Moves what was noted into the queues, for a page. */
export function newsQueue() {
  /** What this page alone has in the queues, because the disk did not take it. */
  let held: readonly GuardianNews[] = [];
  const settle = async (done: readonly GuardianNews[]) => {
    if (done.length > 0) await settleGuardianNews(done);
    held = held.filter((one) => !done.includes(one));
  };
  return {
    /** The note is settled last: a kill in between tells something twice, which a guardian's page shows once. */
    queueNews: (): Promise<void> =>
      whileHolding(LOCK, async () => {
        const unqueued = await unqueuedNews();
        const news = unqueued.filter((one) => !held.some((other) => isSameNews(one, other)));
        if (news.length === 0) return;
        const reported = await reportedGuardians();
        for (const { what, emergencyId, isDrill, at } of news) {
          if (what !== "started" && what !== "again") continue;
          const alarm = { at, isAgain: what === "again" };
          beginReports(emergencyName(emergencyId, isDrill), reported, alarm);
        }
        const isOnDisk = await addNews(news, reported.filter(isLinked));
        held = [...held, ...news];
        if (isOnDisk) await settle(held);
      }),
    /** Settles what a full disk did not take, once it is sent: the next page sends the rest. */
    settleSent: async (): Promise<void> => {
      if (held.length === 0) return;
      const [waiting, told] = [await guardianOutbox.read(), await linkedGuardians()];
      const waits = (one: GuardianNews) =>
        withNews([], [one], told).some(({ id }) => waiting.some((row) => row.id === id));
      await settle(held.filter((one) => !waits(one)));
    },
  };
}

/**
 * Begins the report of an emergency anew where local storage has lost it, as a browser may that is killed: the database knows that the
 * alarm was raised, and for whom. What became of it the server and the guardians say again.
 */
export function restoreReports(emergency: Emergency): Promise<void> {
  return whileHolding(LOCK, () => restoreLost(emergency));
}

async function restoreLost({ id, kind }: Emergency): Promise<void> {
  const isDrill = kind === "test";
  const name = emergencyName(id, isDrill);
  if (guardianReportsRecord.read().emergency === name) return;
  const isAlarm = (news: GuardianNews) =>
    news.emergencyId === id &&
    news.isDrill === isDrill &&
    (news.what === "started" || news.what === "again");
  // What is not queued yet will be queued for everybody, and begins the report then.
  if ((await unqueuedNews()).some(isAlarm)) return;
  const raised = (await newsOfEmergency(id)).filter(isAlarm);
  const [first, newest] = [raised.at(0), raised.at(-1)];
  if (first === undefined || newest === undefined) return;
  const waiting = await guardianOutbox.read();
  const isQueued = ({ id: guardian }: LinkedGuardian) =>
    waiting.some(
      (row) =>
        row.guardian === guardian && row.item.kind === "alarm" && row.item.emergency === name,
    );
  const wasTold = (one: LinkedGuardian) =>
    one.alarm?.emergency === name || one.linkedAt <= first.at || isQueued(one);
  const alarm = { at: newest.at, isAgain: newest.what === "again" };
  beginReports(name, (await reportedGuardians()).filter(wasTold), alarm);
}

/** What somebody is told who became a guardian in an emergency. */
function soFar({ id, kind, triggeredAt, isDecoy }: Emergency, place: GuardianNews["place"]) {
  const news = { emergencyId: id, isDrill: kind === "test", at: triggeredAt, place };
  const started: GuardianNews = { ...news, what: "started" };
  return isDecoy ? [started, { ...started, what: "opened" as const }] : [started];
}

/** Tells those who became guardians after the emergency began, for as long as it goes on. */
export function queueForNewcomers(
  emergency: Emergency,
  place: GuardianNews["place"],
): Promise<void> {
  return whileHolding(LOCK, async () => {
    const name = emergencyName(emergency.id, emergency.kind === "test");
    const known = guardianReportsRecord.read();
    // Where its beginning is not queued yet, it will be queued for everybody.
    if (known.emergency !== name) return;
    const reported = await reportedGuardians();
    const isKnown = ({ id }: LinkedGuardian) =>
      known.reports.some(({ guardian }) => guardian === id);
    const newcomers = reported.filter((one) => isLinked(one) && !isKnown(one));
    if (newcomers.length === 0) return;
    await addNews(soFar(emergency, place), newcomers);
    beginReports(name, reported, { at: emergency.triggeredAt, isAgain: false });
  });
}

/** Queues an item for everybody. */
export async function queueItem(
  { newId, clocks }: Pick<AlertDevices, "newId" | "clocks">,
  item: DownItem,
): Promise<void> {
  const madeAt = clocks();
  const linked = await linkedGuardians();
  // The change may be made again, and its rows are to be the same then.
  const id = newId();
  const recipients = {
    guardians: linked,
    idFor: (guardian: string) => `${id} ${guardian}`,
    madeAt,
  };
  await changeOutbox((rows) => withItem(rows, item, recipients));
}
