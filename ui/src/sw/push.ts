/** Alerts on a guardian's phone: a push is opened with the guardian's key and shown, also when no page is open. */
import { readWatch } from "#api/watches.ts";
import { guardianAnswers } from "#content/guardian-answers.ts";
import * as paths from "#content/paths.ts";
import { withDeadline } from "#platform/clock.ts";
import { fromBase64url } from "#seal/bytes.ts";
import { type Answer, type DownItem, openDown } from "#seal/items.ts";
import {
  changeWatched,
  isUnnotified,
  noteNotified,
  people,
  type Received,
  type Watched,
  withItems,
} from "#store/watched.ts";
import { sendAnswer } from "#sync/answering.ts";
import { aboutOf, isTest, mostImportant, shownFor } from "./notifications.ts";

declare const self: ServiceWorkerGlobalScope;

/** How long a request may take, in milliseconds. */
const PATIENCE_MS = 10_000;

/** How long before a push an open page may have read what the push is about, in milliseconds; older items are past news. */
const READ_BEFORE_MS = 120_000;

/** What a notification carries for its answers. */
interface NotificationData {
  readonly person: string;
  readonly about: string | null;
}

/** What the server pushes; anything else means that there is news. */
function payloadOf(event: PushEvent): { seq: number; bytes: Uint8Array<ArrayBuffer> } | null {
  try {
    const { kind, seq, bytes }: Record<string, unknown> = event.data?.json() ?? {};
    const sealed = typeof bytes === "string" ? fromBase64url(bytes) : null;
    return kind === "item" && typeof seq === "number" && sealed !== null
      ? { seq, bytes: sealed }
      : null;
  } catch {
    return null;
  }
}

/** An item that came, from whom. */
interface News {
  readonly person: Watched;
  readonly came: Received;
}

/** Whose item was pushed: the one whose key opens it. */
async function pushed(event: PushEvent, all: readonly Watched[]): Promise<News[]> {
  const payload = payloadOf(event);
  if (payload === null) return [];
  for (const person of all) {
    const item = await openDown(person.down, payload.seq, payload.bytes);
    if (item !== null) return [{ person, came: { seq: payload.seq, at: Date.now(), item } }];
  }
  return [];
}

/**
 * The most important of what a person's phone sent since the last notification: what the server has, and what an open
 * page read just before this push came, of which the server is not asked again.
 */
async function fetched(person: Watched): Promise<News[]> {
  const { after, read, down } = person;
  const { items, now } = await withDeadline(PATIENCE_MS, (signal) =>
    readWatch(read, { after, signal }),
  );
  const opened = items.map(async ({ seq, bytes, at }): Promise<Received[]> => {
    const item = await openDown(down, seq, bytes);
    return item === null ? [] : [{ seq, at, item }];
  });
  const came = (await Promise.all(opened)).flat();
  const withCame = (before: Watched) => withItems(before, came);
  // On a full disk nothing can be kept, and the alert is shown all the same.
  const kept = await changeWatched(person.id, withCame).catch(() => withCame(person));
  if (kept === null) return [];
  const fresh = new Set(came.map(({ seq }) => seq));
  const isRecent = ({ seq, at }: Received) => fresh.has(seq) || now - at < READ_BEFORE_MS;
  const shown = mostImportant(kept.items.filter((one) => isRecent(one) && isUnnotified(kept, one)));
  return shown === undefined ? [] : [{ person, came: shown }];
}

function actionsFor(answers: readonly Answer[]) {
  return answers.map((action) => ({ action, title: guardianAnswers[action].words }));
}

/**
 * Shows an alert in the place of the person's last one, unless it or a later one was shown before; resolves to whether it
 * did. Where that cannot be noted, as on a full disk, it is shown: twice is better than never.
 */
async function show({ person, came }: News): Promise<boolean> {
  const isNew = await noteNotified(person.id, came).catch(() => true);
  if (isNew) await display(person, came.item, came.at);
  return isNew;
}

async function display(person: Watched, item: DownItem, at: number): Promise<void> {
  const { title, body, isUrgent, answers } = shownFor(person.name || "Somebody", item);
  const data: NotificationData = { person: person.id, about: aboutOf(item) };
  const options = {
    body,
    data,
    // A test leaves an alert where it is.
    tag: `${isTest(item) ? "test" : "person"}-${person.id}`,
    renotify: isUrgent,
    requireInteraction: isUrgent,
    timestamp: at,
    icon: `${paths.icons}watch-192.png`,
    actions: actionsFor(answers),
  };
  await self.registration.showNotification(title, options);
}

/** Shows what was pushed. A browser wants a notification for every push, so there always is one. */
export async function alertGuardian(event: PushEvent): Promise<void> {
  const all = (await people.read()).filter(({ isEnded }) => !isEnded);
  const known = await pushed(event, all);
  // Push services replace a message that waits by the next one, so a test's may have been an alarm's.
  const isEnough = known.some(({ came }) => !isTest(came.item));
  const asked = isEnough ? [] : await Promise.all(all.map((one) => fetched(one).catch(() => [])));
  const news = [...asked.flat(), ...known];
  let isShown = false;
  for (const one of news) isShown = (await show(one)) || isShown;
  // Only then is the list asked: Chromium takes from it what it was told to show and does not show yet.
  if (isShown || (await self.registration.getNotifications()).length > 0) return;
  await self.registration.showNotification("There is news", {
    body: "Open this to see it.",
    tag: "news",
    data: { person: "", about: null } satisfies NotificationData,
  });
}

const isAnswer = (action: string): action is Answer => action in guardianAnswers;

/** Sends an answer; resolves to whether the server has it. */
async function answerPerson({ person: id, about }: NotificationData, answer: Answer) {
  const person = (await people.read()).find((one) => one.id === id);
  return person !== undefined && (await sendAnswer(person, answer, about)) === "sent";
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
