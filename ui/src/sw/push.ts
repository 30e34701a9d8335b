/** Alerts on a guardian's phone: a push is opened with the guardian's key and shown, also when no page is open. */
import { guardianAnswers } from "#content/guardian-answers.ts";
import * as paths from "#content/paths.ts";
import { withinTime } from "#platform/clock.ts";
import { withDeadline } from "#platform/deadline.ts";
import { fromBase64url } from "#seal/bytes.ts";
import { type Answer, openDown } from "#seal/items.ts";
import { noteShownTest } from "#store/guardians/shown-tests.ts";
import {
  noteNotified,
  people,
  type Received,
  type Watched,
  withItems,
} from "#store/guardians/watched.ts";
import { sendAnswer, sendArrived } from "#sync/answering.ts";
import { keepCame, keepGiven, opened, readAll } from "#sync/guardian-reading.ts";
import { isDanger, newestSeq, storyOf } from "#sync/story.ts";
import { alone, emergencyOf, isTest, type Told, toTell } from "#sync/telling.ts";
import { shownFor } from "./notifications.ts";

declare const self: ServiceWorkerGlobalScope;

/** How long a request may take, in milliseconds. */
const PATIENCE_MS = 10_000;

/** How long the news may take before a notification is shown without them, in milliseconds. */
const SHOW_WITHIN_MS = 15_000;

/** How long the browser may take to list what it shows, in milliseconds. */
const LIST_WITHIN_MS = 2_000;

/** How long before a push an open page may have read what the push is about, in milliseconds; older items are past news. */
const READ_BEFORE_MS = 120_000;

/** What a notification carries for its answers. */
interface NotificationData {
  readonly person: string;
  readonly about: string | null;
  /** The number of the newest item of that emergency that was here; notifications of earlier releases have none. */
  readonly seq?: number;
}

/** Options that TypeScript does not know, or that not every browser has. */
interface AlertOptions extends NotificationOptions {
  readonly actions: readonly { readonly action: string; readonly title: string }[];
  readonly requireInteraction: boolean;
}

/**
 * What all have. `navigate` is where a tap leads without the worker: an iPhone often sends it no event of the tap. Other browsers
 * ignore it.
 */
const common = () => ({ icon: `${paths.icons}watch-192.png`, navigate: self.registration.scope });

/** An item that came, from whom. */
interface News {
  readonly person: Watched;
  readonly came: Received;
}

/** A notification that is to be shown, of whom, with all that is here of them. */
interface Showing {
  readonly person: Watched;
  readonly told: Told;
}

/** A sealed item with its number. */
interface PushedItem {
  readonly seq: number;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The server's times of it, in epoch milliseconds, as far as it said them. */
  readonly times: { readonly at?: number; readonly gotAt?: number };
}

/** What a push event has. A browser that knows declarative messages hands over the notification that one of them proposes. */
interface PushedEvent {
  readonly data: { readonly json: () => unknown } | null;
  readonly notification?: Pick<Notification, "data"> | null;
}

/**
 * The sealed item in a push, which the server writes as a declarative message with the item in the notification's data; null
 * for anything else, which means that there is news to fetch.
 */
function pushedItem({ data, notification }: PushedEvent): PushedItem | null {
  try {
    const message = data?.json() as { notification?: { data?: unknown } } | null | undefined;
    const proposed = notification ?? message?.notification;
    const { seq, bytes, at, gotAt } = (proposed?.data ?? {}) as Record<string, unknown>;
    const sealed = typeof bytes === "string" ? fromBase64url(bytes) : null;
    if (typeof seq !== "number" || sealed === null) return null;
    const times = {
      ...(typeof at === "number" && { at: at * 1_000 }),
      ...(typeof gotAt === "number" && { gotAt: gotAt * 1_000 }),
    };
    return { seq, bytes: sealed, times };
  } catch {
    return null;
  }
}

/** Whose item was pushed: the one whose key opens it. */
async function pushed(event: PushEvent, all: readonly Watched[]): Promise<News | null> {
  const sealed = pushedItem(event);
  if (sealed === null) return null;
  const { seq, bytes, times } = sealed;
  for (const person of all) {
    const item = await openDown(person.down, seq, bytes);
    // A push may be delivered hours later; where it does not say when the server sent it, that is taken to be now.
    const at = times.at ?? Date.now() + (person.clockOffset ?? 0);
    if (item !== null) return { person, came: { seq, ...times, at, item, isPushed: true } };
  }
  return null;
}

/**
 * What to show of one person: of what was pushed, and, with `asks`, of what the server has. Both are stored first, where the
 * page reads them after a tap without a connection. What an open page read just before this push came is told, too.
 */
async function newsOf(person: Watched, came: Received | null, asks: boolean): Promise<Showing[]> {
  const fresh = new Set(came === null ? [] : [came.seq]);
  let kept = came === null ? person : await keepCame(person, [came]);
  let now = Number.POSITIVE_INFINITY;
  if (kept !== null && asks) {
    const { after, read } = kept;
    const ask = (signal: AbortSignal) => readAll(read, { after, signal });
    const reading = await withDeadline(PATIENCE_MS, ask).catch(() => null);
    const stored = reading === null ? [] : await opened(kept, reading);
    for (const { seq } of stored) fresh.add(seq);
    const place = reading?.after ?? 0;
    const lost = reading?.newsBefore ?? 0;
    // What is lost before what was read, the page will say.
    kept = await keepCame(kept, stored, ({ newest = 0 }) => ({
      newest: lost > Math.max(after, newest) ? newest : Math.max(newest, place),
    }));
    if (kept !== null && reading !== null) await keepGiven(kept, reading);
    now = reading?.now ?? now;
  }
  if (kept === null) return [];
  const isRecent = ({ seq, at }: Received) => fresh.has(seq) || now - at < READ_BEFORE_MS;
  return toTell(kept, isRecent).map((told) => ({ person: kept, told }));
}

function actionsFor(answers: readonly Answer[]) {
  return answers.map((action) => ({ action, title: guardianAnswers[action].words }));
}

/**
 * Shows an alert in the place of the person's last one, unless it or a later one was shown before; resolves to whether it
 * did. Where that cannot be noted, as on a full disk, it is shown: twice is better than never.
 */
async function show({ person, told }: Showing): Promise<boolean> {
  const { came, besides } = told;
  const noting = isTest(came.item)
    ? noteShownTest({ person: person.id, seq: came.seq })
    : noteNotified(person.id, came, besides);
  const isNew = await noting.catch(() => true);
  if (isNew) await display(person, told);
  return isNew;
}

async function display(
  person: Watched,
  { came, says, about, isQuiet = false }: Told,
): Promise<void> {
  const {
    title,
    body,
    isUrgent,
    isSilent = false,
    answers,
  } = shownFor(person.name || "Somebody", says);
  const seq = newestSeq(person.items, about) ?? came.seq;
  const data: NotificationData = { person: person.id, about, seq };
  const options = {
    body,
    data,
    // A test leaves an alert where it is.
    tag: `${isTest(says) ? "test" : "person"}-${person.id}`,
    renotify: isUrgent && !isQuiet,
    silent: isSilent || isQuiet,
    requireInteraction: isUrgent,
    // By this device's clock, as browsers show it.
    timestamp: came.at - (person.clockOffset ?? 0),
    actions: actionsFor(answers),
    ...common(),
  };
  await self.registration.showNotification(title, options);
}

/** Whether a push by itself says enough: something bad. What is calm may hide something worse that came with it. */
const isEnough = ({ person, came }: News) =>
  !isTest(came.item) && isDanger(storyOf(withItems(person, [came]).items));

/** Shows what was pushed and is new; resolves to whether anything was. What is shown now, and what was pushed, goes into `arrived`. */
async function showNews(event: PushEvent, arrived: News[]): Promise<boolean> {
  const all = (await people.read()).filter(({ isEnded }) => !isEnded);
  const known = await pushed(event, all);
  if (known !== null) arrived.push(known);
  const isDone = known !== null && isEnough(known);
  const told = isDone ? [known.person] : all;
  // What cannot be stored, as on a full disk, is shown all the same.
  const newsFor = (one: Watched) => {
    const own = one === known?.person ? known : null;
    const itself =
      own === null ? [] : [{ person: withItems(one, [own.came]), told: alone(own.came) }];
    return newsOf(one, own?.came ?? null, !isDone).catch(() => itself);
  };
  let isShown = false;
  for (const one of (await Promise.all(told.map(newsFor))).flat()) {
    const isNew = await show(one).catch(() => null);
    const { person, told: shown } = one;
    const isKnown = person.id === known?.person.id && shown.came.seq === known.came.seq;
    if (isNew !== null && !isKnown) arrived.push({ person, came: shown.came });
    isShown ||= isNew === true;
  }
  return isShown;
}

/** Tells the phones of these people what has arrived here; without a connection nobody is told. */
const tellArrived = (all: readonly News[]) =>
  Promise.allSettled(
    all.map(({ person, came }) => sendArrived(person, came.seq, emergencyOf(came.item))),
  );

/** A notification that stands already; one without a tag could not be replaced by itself. */
async function standing(): Promise<Notification | undefined> {
  const all = async () => self.registration.getNotifications();
  return (await withinTime(all(), LIST_WITHIN_MS, [])).find(({ tag }) => tag !== "");
}

/** Where there is nothing new to say: shows again what stands, without a sound, or that there is news. */
async function showAgain(): Promise<void> {
  const { registration } = self;
  const shown = await standing();
  if (shown !== undefined) {
    const { title, body, tag, data } = shown;
    const { actions = [], requireInteraction = false } = shown as Partial<AlertOptions>;
    const kept = { body, tag, data, actions, requireInteraction };
    const options = { ...kept, ...common(), silent: true };
    const isShown = registration.showNotification(title, options).then(() => true);
    if (await isShown.catch(() => false)) return;
  }
  await registration.showNotification("There is news", {
    body: "Open this to see it.",
    tag: "news",
    data: { person: "", about: null } satisfies NotificationData,
    ...common(),
  });
}

/**
 * Shows what was pushed. Every push ends in a call of `showNotification`, and what this returns never rejects: after the third
 * push without either, an iPhone ends all subscriptions of a site, for good (WebKit's `maxSilentPushCount`).
 */
export async function alertGuardian(event: PushEvent): Promise<void> {
  // News that comes later than that is shown when it comes.
  const arrived: News[] = [];
  const isShown = await withinTime(showNews(event, arrived), SHOW_WITHIN_MS, false);
  if (!isShown) await showAgain().catch(() => undefined);
  await withinTime(tellArrived(arrived), SHOW_WITHIN_MS, undefined);
}

const isAnswer = (action: string): action is Answer => action in guardianAnswers;

/** Sends an answer, and keeps and shows what has come by then; resolves to whether the server has it. */
async function answerPerson({ person: id, about, seq }: NotificationData, answer: Answer) {
  const person = (await people.read()).find((one) => one.id === id);
  if (person === undefined) return false;
  const isSent = (await sendAnswer(person, answer, { about, seq })) === "sent";
  // What it takes to listen comes behind an alarm, without a push, and the page may be opened when the server has it no more.
  if (isSent) {
    const news = await newsOf(person, null, true).catch(() => []);
    await Promise.allSettled(news.map(show));
  }
  return isSent;
}

/** Shows the guardian's page, in a tab that is open where there is one. */
async function openPage(): Promise<void> {
  const open = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const page = open.find(({ url }) => new URL(url).pathname === paths.watch);
  if (page === undefined) await self.clients.openWindow(paths.watch);
  else await page.focus();
}

/** A tap on a notification, or on one of its answers. An answer that could not be sent opens the page instead. */
export async function notificationTapped({
  notification,
  action,
}: NotificationEvent): Promise<void> {
  notification.close();
  const data = notification.data as NotificationData;
  const isSent = isAnswer(action) && (await answerPerson(data, action));
  if (!isSent) await openPage();
}
