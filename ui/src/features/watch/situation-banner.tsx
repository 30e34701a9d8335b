/** What is going on, in one sentence, and what it means. */
import { clockText } from "#content/local-dates.ts";
import { isDanger, type Story } from "#sync/story.ts";
import { askedAgain, momentText } from "./guardian-timeline.ts";
import classes from "./watch.module.css";

type BannerProps = {
  readonly name: string;
  readonly story: Story;
  readonly now: number;
  readonly isEnded: boolean;
  /** Why what is shown may not be all; null after the server was read. */
  readonly unread: string | null;
};

/** After this time without news a running emergency says what silence can mean, in milliseconds. */
const SILENCE_MS = 120_000;

function words(name: string, { situation, hasAlarm }: Story): { title: string; meaning: string } {
  switch (situation) {
    case "calm":
      return {
        title: "No emergency",
        meaning: `When ${name}'s phone sends something, it appears here.`,
      };
    case "test":
      return { title: "Test message", meaning: `The link works. Nothing happened to ${name}.` };
    case "alarm":
      return {
        title: `${name} started an emergency`,
        meaning: `${name}, or something that ${name} set up, started it on their phone.`,
      };
    case "overdue":
      return {
        title: `${name} did not end a session in time`,
        meaning: `${name} set a timer and did not end it. They may have forgotten, or they could not.`,
      };
    case "public-code":
      return {
        title: "Opened with the public code: treat as danger",
        meaning: `Somebody typed the code that anybody can look up. It may be the person ${name} is afraid of. To them the phone looks unlocked.${hasAlarm ? " The emergency goes on." : ""}`,
      };
    case "ended":
      return {
        title: `Ended with ${name}'s own PIN`,
        meaning: `Only ${name} should know it. If you are not sure, hear their voice.`,
      };
  }
}

function drillMeaning(name: string): string {
  return `${name} is trying the app out. Nothing happened.`;
}

/** The banner; an emergency is announced at once, and without its age, which a screen reader would read aloud every few seconds. */
export function SituationBanner({ name, story, now, isEnded, unread }: BannerProps) {
  if (unread !== null && !isDanger(story))
    return <Unread name={name} story={story} text={unread} />;
  const { title, meaning } = words(name, story);
  const { since, lastHeard, battery, isDrill } = story;
  const again = askedAgain(story);
  const isBad = isDanger(story);
  const isSilent = isBad && lastHeard !== null && now - lastHeard > SILENCE_MS;
  return (
    <section className={`${classes.banner} ${isBad ? classes.danger : classes.calm}`}>
      <div role={isBad ? "alert" : undefined}>
        <h2 className={classes.situation}>
          {isDrill && "Drill: "}
          {title}
        </h2>
        {again !== null && (
          <p>
            <strong>Help was asked for again at {clockText(again.at, now)}.</strong>
          </p>
        )}
      </div>
      {since !== null && (
        <p>
          <strong>{momentText(since, now)}</strong>
        </p>
      )}
      {again !== null && (
        <p>
          <strong>Asked again: {momentText(again, now)}</strong>
        </p>
      )}
      <p>{isDrill ? drillMeaning(name) : meaning}</p>
      {battery !== null && !isDrill && (
        <p>The battery was at {Math.round(battery * 100)} percent. The phone may go off.</p>
      )}
      {isSilent && (
        <p>
          Nothing came for a while. The phone may be off, without a connection, or the app is not on
          its screen. That says nothing about how {name} is.
        </p>
      )}
      {isEnded && <p>This link has ended. Nothing more will come.</p>}
    </section>
  );
}

type UnreadProps = { readonly name: string; readonly story: Story; readonly text: string };

/** Nothing bad is known, and nobody knows whether that is all. */
function Unread({ name, story, text }: UnreadProps) {
  const { title } = words(name, story);
  const last = `${story.isDrill ? "Drill: " : ""}${title}`;
  return (
    <section className={`${classes.banner} ${classes.calm}`}>
      <h2 className={classes.situation}>{text}</h2>
      <p>
        {story.situation === "calm"
          ? "Nothing that came before says that there is an emergency. There may be newer news."
          : `The last that arrived: ${last}. There may be newer news.`}
      </p>
    </section>
  );
}
