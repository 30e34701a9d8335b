/** One person: what is going on, what to do, where they are, and what came before. */

import { type ReactNode, useEffect, useState } from "react";
import { Panel } from "#components/layout/card.tsx";
import layoutClasses from "#components/layout/layout.module.css";
import { Notice } from "#components/layout/notice.tsx";
import textClasses from "#components/text.module.css";
import { clockText } from "#content/local-dates.ts";
import { every, wallTime } from "#platform/clock.ts";
import { keepWatchPage } from "#platform/workers/service-worker.ts";
import { isAmong, shownTests } from "#store/guardians/shown-tests.ts";
import { useLinks } from "#store/guardians/use-links.ts";
import type { Watched } from "#store/guardians/watched.ts";
import { isDanger, storyOf } from "#sync/story.ts";
import { Advice } from "./advice.tsx";
import { AnswerButtons } from "./answer-buttons.tsx";
import { unreadText } from "./connection-rules.ts";
import { DigitsPanel } from "./digits-panel.tsx";
import { type Connection, follow } from "./follow.ts";
import { agoText, historyOf, momentText } from "./guardian-timeline.ts";
import { LinkPanel } from "./link-panel.tsx";
import { LostBanner } from "./lost-banner.tsx";
import { lostText } from "./lost-rules.ts";
import { NotificationPanel } from "./notification-panel.tsx";
import { pairingStep, pairingText } from "./pairing-rules.ts";
import { PlacePanel } from "./place-panel.tsx";
import { SituationBanner } from "./situation-banner.tsx";
import { SoundPanels } from "./sound-panel.tsx";
import classes from "./watch.module.css";

const NO_TESTS: Awaited<ReturnType<typeof shownTests.read>> = [];

/**
 * Whether the test notification that ends the pairing came to this device; `isOn` says whether the server pushes to this
 * device.
 */
function PairingTest({ person, isOn }: { readonly person: Watched; readonly isOn: boolean }) {
  const shown = useLinks(shownTests, NO_TESTS) ?? NO_TESTS;
  const step = pairingStep(person, (seq) => isAmong(shown, { person: person.id, seq }));
  if (step === null || !isOn) return null;
  return <p role="status">{pairingText(person.name, step)}</p>;
}

/** How often ages are shown anew, in milliseconds. */
const TICK_MS = 5_000;

/** This device's clock, in epoch milliseconds, every few seconds. */
function useTime(): number {
  const [now, setNow] = useState(wallTime);
  useEffect(() => every(TICK_MS, () => setNow(wallTime())), []);
  return now;
}

type PersonViewProps = {
  readonly person: Watched;
  readonly pushKey: string | null;
  /** The first person has the document's heading. */
  readonly isFirst: boolean;
};

/** Follows the person while this is on the screen. */
function useConnection({ id, isEnded }: Watched): Connection {
  const [connection, setConnection] = useState<Connection>({
    state: "connecting",
    answeredAt: null,
    clockOffset: null,
    reached: null,
  });
  useEffect(() => (isEnded ? undefined : follow(id, setConnection)), [id, isEnded]);
  return connection;
}

/** Everything about one person, what matters most first. */
export function PersonView({ person, pushKey, isFirst }: PersonViewProps) {
  const connection = useConnection(person);
  const { reached, clockOffset } = connection;
  const offset = clockOffset ?? person.clockOffset ?? 0;
  const now = useTime() + offset;
  useEffect(keepWatchPage, []);
  const { name, items, isEnded } = person;
  const story = storyOf(items);
  const lost = lostText(person, offset, now);
  const Heading = isFirst ? "h1" : "h2";
  const canAnswer = !isEnded && (isDanger(story) || story.isDrill || story.situation === "test");
  return (
    <article className={layoutClasses.stack} aria-label={name}>
      <header className={classes.top}>
        <Heading className={classes.name}>{name}</Heading>
        <LastHeard lastHeard={story.lastHeard} isLost={lost !== null} now={now}>
          {!isEnded && connection.state === "cut-off" && (
            <strong className={classes.cut}>{cutOffText(person, offset, now)}</strong>
          )}
          {!isEnded && connection.state === "unknown" && (
            <strong className={classes.cut}>
              No news can come: the server that answers does not know this link. Trying again. If
              you have a connection and this stays, ask {name} by voice for a new link.
            </strong>
          )}
        </LastHeard>
      </header>
      {lost !== null && <LostBanner id={person.id} text={lost} />}
      {(lost === null || isDanger(story)) && (
        <SituationBanner
          name={name}
          story={story}
          now={now}
          isEnded={isEnded}
          unread={isEnded ? null : unreadText(connection, person, now)}
        />
      )}
      {isDanger(story) && <Advice name={name} story={story} now={now} />}
      {canAnswer && story.situation !== "ended" && (
        <AnswerButtons person={person} story={story} now={now} />
      )}
      {story.trail.length > 0 && <PlacePanel story={story} now={now} />}
      <SoundPanels person={person} now={now} />
      {!isEnded && <DigitsPanel person={person} />}
      {!isEnded && <NotificationPanel person={person} pushKey={pushKey} reached={reached} />}
      {!isEnded && <PairingTest person={person} isOn={reached === "works"} />}
      {items.length > 0 && <History person={person} now={now} />}
      <LinkPanel person={person} />
    </article>
  );
}

/** Since when nothing newer can be here; `offset` is the server's clock minus this device's. */
function cutOffText({ reachedAt }: Watched, offset: number, now: number): string {
  if (reachedAt === undefined) return "No connection: this may be old. Trying again.";
  const since = reachedAt + offset;
  return `Cut off since ${clockText(since, now)}: this may be old. Trying again.`;
}

type LastHeardProps = {
  readonly lastHeard: number | null;
  /** Whether something was sent that never came here. */
  readonly isLost: boolean;
  readonly now: number;
  readonly children: ReactNode;
};

/** The age stands beside what is announced: a screen reader would read it aloud again and again. */
function LastHeard({ lastHeard, isLost, now, children }: LastHeardProps) {
  const nothing = isLost ? "" : "Nothing came yet";
  const heard = lastHeard === null ? nothing : `Last heard ${agoText(now - lastHeard)}`;
  return (
    <p className={classes.heard}>
      <span>{heard}</span>
      <span role="status">{children}</span>
    </p>
  );
}

function History({ person, now }: { readonly person: Watched; readonly now: number }) {
  return (
    <Panel title="What came">
      <ol className={classes.history}>
        {historyOf(person.items, person.name).map(({ key, text, when, isDrill }) => (
          <li key={key}>
            <span>
              {isDrill && <strong>Drill: </strong>}
              {text}
            </span>
            <span className={textClasses.note}>{momentText(when, now)}</span>
          </li>
        ))}
      </ol>
      <Notice>Messages are kept in this browser, and sealed on the server for three days.</Notice>
    </Panel>
  );
}
