/** The session as the heart monitor shows it: a training session. Only the person who starts it reads what it does. */
import { type FormEvent, type ReactNode, useEffect, useState, useSyncExternalStore } from "react";
import { Button, ButtonLink } from "#components/button.tsx";
import { Field } from "#components/form/field.tsx";
import { Icon } from "#components/icon.tsx";
import { FigureCard } from "#components/layout/card.tsx";
import textClasses from "#components/text.module.css";
import { sessionLimits } from "#content/guardian-limits.ts";
import * as paths from "#content/paths.ts";
import type { Moment } from "#content/time.ts";
import { after, every, moment, wallTime } from "#platform/clock.ts";
import { onHidden } from "#platform/page/visibility.ts";
import { messageLink } from "#platform/sms.ts";
import { type Guardian, guardians, isLinked } from "#store/guardians/guardians.ts";
import { useLinks } from "#store/guardians/use-links.ts";
import { hasOwnPin } from "#store/settings/own-pin.ts";
import { reachableContacts, settingsRecord } from "#store/settings/settings.ts";
import { hasLoss, isConfirmed, type Session, shownDue, timeOf } from "./machine-state.ts";
import classes from "./session-card.module.css";
import { deadlineText, endedMessage, minutesUntil, sessionText } from "./session-message.ts";
import { pageSessions } from "./sessions.ts";

type CardProps = {
  /** The person wants to end the session, which needs the code. */
  readonly onEnd: () => void;
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

/**
 * Whether the person reads what the session does: for a moment after they changed it, and not after they looked away,
 * because the next one who holds the phone may be somebody else.
 */
function useGlance(): readonly [isReading: boolean, read: () => void] {
  const [reading, setReading] = useState(0);
  const isReading = reading > 0;
  useEffect(() => {
    if (reading === 0) return undefined;
    const end = () => setReading(0);
    const stops = [after(sessionLimits.glanceMs, end), onHidden(end)];
    return () => {
      for (const stop of stops) stop();
    };
  }, [reading]);
  return [isReading, () => setReading((count) => count + 1)];
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

/** The lengths to choose from. The settings, which ask for the code, say what a session does and what it needs. */
function Choices({ onStart }: { readonly onStart: (minutes: number) => void }) {
  const isReady = useReady();
  if (isReady === null) return null;
  if (!isReady) {
    return (
      <>
        <p className={textClasses.note}>Sessions are set up in the settings.</p>
        <ButtonLink tone="secondary" href={paths.settings}>
          Open the settings
        </ButtonLink>
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

/** The session ended and the server does not know it yet: the person reads what happens, and can send a message. */
function Untold({ session }: { readonly session: Session }) {
  const now = useNow();
  const contacts = reachableContacts(settingsRecord.use());
  return (
    <Frame>
      <p role="alert">{sessionText(session, now)}</p>
      {contacts.map(({ id, name, phoneNumber }) => (
        <ButtonLink key={id} tone="secondary" href={messageLink(phoneNumber, endedMessage())}>
          <Icon name="message" />
          Message {name || phoneNumber}
        </ButtonLink>
      ))}
    </Frame>
  );
}

/** What anybody may read: nothing here tells what the session is for. */
function plainText(session: Session, now: Moment): string {
  const until = deadlineText(shownDue(session, now), now.wall);
  const time =
    timeOf(session, now) === "open" ? `Session until ${until}.` : `Session over since ${until}.`;
  const isSaved = session.timers.some(
    (timer) => isConfirmed(session, timer) || timer.held?.hasFired,
  );
  const news = hasLoss(session) ? " Something changed." : "";
  return `${time}${isSaved ? "" : " Not saved yet."}${news}`;
}

/** What the person must have read leads to what it says, and is there until they say so. */
function LossButton({ isOpen, onOpen }: { readonly isOpen: boolean; readonly onOpen: () => void }) {
  return isOpen ? (
    <Button tone="secondary" onClick={() => void pageSessions().acknowledge()}>
      I have read this
    </Button>
  ) : (
    <Button tone="secondary" onClick={onOpen}>
      Show
    </Button>
  );
}

/** Only the person who has just changed it, or looks at a change, reads what it does. */
function Running({
  session,
  isOpen,
  onOpen,
  onEnd,
}: CardProps & {
  readonly session: Session;
  readonly isOpen: boolean;
  readonly onOpen: () => void;
}) {
  const now = useNow();
  const extend = () => {
    onOpen();
    void pageSessions().extend();
  };
  return (
    <Frame>
      <p role="status">{isOpen ? sessionText(session, now) : plainText(session, now)}</p>
      {hasLoss(session) && <LossButton isOpen={isOpen} onOpen={onOpen} />}
      <div className={classes.row}>
        <Button tone="secondary" onClick={extend}>
          {sessionLimits.extendMinutes} min more
        </Button>
        <Button onClick={onEnd}>End session</Button>
      </div>
    </Frame>
  );
}

/** Shows the session, or starts one. */
export function SessionCard({ onEnd }: CardProps) {
  const session = useSession();
  const [isChoosing, setChoosing] = useState(false);
  const [isOpen, open] = useGlance();
  const [hasFailed, setFailed] = useState(false);
  if (session === undefined) return null;
  if (session?.phase === "running") {
    return <Running session={session} isOpen={isOpen} onOpen={open} onEnd={onEnd} />;
  }
  if (session?.phase === "ended") return <Untold session={session} />;
  const start = (minutes: number) => {
    setChoosing(false);
    open();
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
        <Choices onStart={start} />
      ) : (
        <Button tone="secondary" onClick={() => setChoosing(true)}>
          Start session
        </Button>
      )}
    </Frame>
  );
}
