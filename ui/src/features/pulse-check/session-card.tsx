/** The session as the heart monitor shows it: a training session. Only the person who typed the code reads what it does. */
import { type FormEvent, type ReactNode, useEffect, useState, useSyncExternalStore } from "react";
import { Button, ButtonLink } from "#components/button.tsx";
import { Field } from "#components/form/field.tsx";
import { Icon } from "#components/icon.tsx";
import { FigureCard } from "#components/layout/card.tsx";
import textClasses from "#components/text.module.css";
import { sessionLimits } from "#content/guardian-limits.ts";
import type { Moment } from "#content/time.ts";
import { every, moment, wallTime } from "#platform/clock.ts";
import { messageLink } from "#platform/sms.ts";
import { type Guardian, guardians, isLinked } from "#store/guardians/guardians.ts";
import { useLinks } from "#store/guardians/use-links.ts";
import { hasOwnPin } from "#store/settings/own-pin.ts";
import { reachableContacts, settingsRecord } from "#store/settings/settings.ts";
import { hasLoss, isConfirmed, type Session, shownDue, timeOf } from "./machine-state.ts";
import classes from "./session-card.module.css";
import { deadlineText, endedMessage, minutesUntil, sessionText } from "./session-message.ts";
import { pageSessions } from "./sessions.ts";

/** What the page shows: the card, the code screen in its own place, or the card that says what the session does. */
export type SessionView = "card" | "code-to-end" | "code-to-read" | "details";

type CardProps = {
  /** Whether the code was typed to read what the session does. */
  readonly isRead: boolean;
  readonly onChange: (view: SessionView) => void;
  /** Leads to the settings, as the page does. */
  readonly onSettings: () => void;
};

/** How often what is said of the time is looked at, in milliseconds. */
const LOOK_MS = 5_000;

function useSession(): Session | null | undefined {
  const { state } = pageSessions();
  return useSyncExternalStore(state.subscribe, state.get, () => undefined);
}

/** The time by which a session is looked at, for what is there only while there is one. */
function useNow(): Moment {
  const [now, setNow] = useState(moment);
  useEffect(() => every(LOOK_MS, () => setNow(moment())), []);
  return now;
}

function Frame({ children }: { readonly children: ReactNode }) {
  return (
    <FigureCard icon="pulse" title="Training session">
      {children}
    </FigureCard>
  );
}

const NOBODY: readonly Guardian[] = [];

/** Whether there are a guardian to alert and a PIN that ends a session; null until that is known. */
function useReady(): boolean | null {
  const all = useLinks(guardians, NOBODY);
  const hasPin = hasOwnPin(settingsRecord.use());
  return all === null ? null : hasPin && all.some(isLinked);
}

/** A time of day to end at. */
function UntilForm({ onStart }: { readonly onStart: (minutes: number) => void }) {
  const [time, setTime] = useState("");
  const [error, setError] = useState<string | null>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const minutes = minutesUntil(time, wallTime());
    if (minutes === null) setError("Please enter a time.");
    else onStart(minutes);
  };
  return (
    <form className={classes.until} onSubmit={submit}>
      <Field
        type="time"
        label="Until"
        value={time}
        error={error}
        onChange={(event) => {
          setTime(event.target.value);
          setError(null);
        }}
      />
      <Button type="submit" tone="secondary">
        Start until then
      </Button>
    </form>
  );
}

type ChoicesProps = Pick<CardProps, "onSettings"> & {
  readonly onStart: (minutes: number) => void;
};

/** The lengths to choose from. The settings, which ask for the code, say what a session does and what it needs. */
function Choices({ onStart, onSettings }: ChoicesProps) {
  const isReady = useReady();
  if (isReady === null) return null;
  if (!isReady) {
    return (
      <>
        <p className={textClasses.note}>Sessions are set up in the settings.</p>
        <Button tone="secondary" onClick={onSettings}>
          Open the settings
        </Button>
      </>
    );
  }
  return (
    <>
      <div className={classes.row}>
        {sessionLimits.minutes.map((minutes) => (
          <Button key={minutes} tone="secondary" onClick={() => onStart(minutes)}>
            {minutes} min
          </Button>
        ))}
      </div>
      <UntilForm onStart={onStart} />
      <p className={textClasses.note}>How sessions work: see the settings.</p>
    </>
  );
}

/** What anybody may read: nothing here tells what the session is for. Saved is what the server holds for each guardian who can be alerted. */
function plainText(session: Session, now: Moment): string {
  if (session.phase === "ended") return "Session ended. Not saved yet.";
  const until = deadlineText(shownDue(session, now), now.wall);
  const time =
    timeOf(session, now) === "open" ? `Session until ${until}.` : `Session over since ${until}.`;
  const there = session.timers.filter(({ loss, held }) => loss === null || held?.hasFired);
  const isSaved =
    there.length > 0 &&
    there.every((timer) => isConfirmed(session, timer) || timer.held?.hasFired === true);
  const news = hasLoss(session) ? " Something changed." : "";
  return `${time}${isSaved ? "" : " Not saved yet."}${news}`;
}

type SaidProps = CardProps & { readonly session: Session };

/** What the session does, for the person; anybody else reads the plain words, and needs the code for more. */
function Said({ session, isRead, onChange }: SaidProps) {
  const now = useNow();
  const isUrgent = isRead && session.phase === "ended";
  return (
    <>
      <p role={isUrgent ? "alert" : "status"}>
        {isRead ? sessionText(session, now) : plainText(session, now)}
      </p>
      {!isRead && (
        <Button tone="secondary" onClick={() => onChange("code-to-read")}>
          Details
        </Button>
      )}
    </>
  );
}

/** The session ended and the server does not know it yet: the person can send a message. */
function Untold(props: SaidProps) {
  const contacts = reachableContacts(settingsRecord.use());
  return (
    <Frame>
      <Said {...props} />
      {props.isRead &&
        contacts.map(({ id, name, phoneNumber }) => (
          <ButtonLink key={id} tone="secondary" href={messageLink(phoneNumber, endedMessage())}>
            <Icon name="message" />
            Message {name || phoneNumber}
          </ButtonLink>
        ))}
    </Frame>
  );
}

/** Anybody may extend a session; to end it takes the code. What the person must have read is there until they say so. */
function Running(props: SaidProps) {
  const { session, isRead, onChange } = props;
  return (
    <Frame>
      <Said {...props} />
      {isRead && hasLoss(session) && (
        <Button tone="secondary" onClick={() => void pageSessions().acknowledge()}>
          I have read this
        </Button>
      )}
      <div className={classes.row}>
        <Button tone="secondary" onClick={() => void pageSessions().extend()}>
          {sessionLimits.extendMinutes} min more
        </Button>
        <Button onClick={() => onChange("code-to-end")}>End session</Button>
      </div>
    </Frame>
  );
}

/** Shows the session, or starts one. */
export function SessionCard(props: CardProps) {
  const session = useSession();
  const [isChoosing, setChoosing] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  if (session === undefined) return null;
  if (session?.phase === "running") return <Running {...props} session={session} />;
  if (session?.phase === "ended") return <Untold {...props} session={session} />;
  const start = (minutes: number) => {
    setChoosing(false);
    // A code that was typed for the one before says nothing of who starts this one.
    props.onChange("card");
    const begun = pageSessions().begin(minutes);
    begun.then(
      () => setFailed(false),
      () => setFailed(true),
    );
  };
  return (
    <Frame>
      {hasFailed && (
        <p role="alert">No session: this phone could not store it. Please try again.</p>
      )}
      {isChoosing ? (
        <Choices onStart={start} onSettings={props.onSettings} />
      ) : (
        <Button tone="secondary" onClick={() => setChoosing(true)}>
          Start session
        </Button>
      )}
    </Frame>
  );
}
