/** Guardians in the settings: who is linked, and how to link somebody. Loaded lazily. */
import { useEffect, useState } from "react";
import { Button } from "#components/button.tsx";
import { Notice } from "#components/notice.tsx";
import { guardianAnswers } from "#content/guardian-answers.ts";
import { guardianLimits, sessionLimits } from "#content/guardian-limits.ts";
import { type Guardian, guardians } from "#store/guardians.ts";
import { useLinks } from "#store/use-links.ts";
import { AddGuardian } from "./add-guardian.tsx";
import { type Attention, attend } from "./attending.ts";
import classes from "./guardians.module.css";
import { LinkedCard } from "./linked-card.tsx";
import { tellEndings } from "./sending.ts";
import { WaitingCard } from "./waiting-card.tsx";

/** What the section needs of the page. */
export type GuardiansSectionProps = {
  /** Asks for the own PIN where there is one, then does it. */
  readonly askFirst: (then: () => void) => void;
};

/** The heart monitor does not say what its sessions are for. */
const SESSIONS =
  "The heart monitor's training session is a timer: if you do not end it with your PIN, your guardians are alerted " +
  `${sessionLimits.graceMs / 60_000} minutes after its time, whatever happens to this phone. It needs a guardian, a PIN ` +
  "of your own, and a connection when it starts, because the alert leaves from our server.";

/** Stands in the settings alone, which ask for the code. */
const LEGEND = `While an emergency is hidden behind the heart monitor, BPM is a guardian's answer. ${Object.values(
  guardianAnswers,
)
  .map(({ words, bpm }) => `${bpm}: "${words}".`)
  .join(" ")}`;

const NONE: readonly Guardian[] = [];

/** Opt-in: nothing is made, and nothing is sent, before the person adds somebody. */
export function GuardiansSection({ askFirst }: GuardiansSectionProps) {
  const all = useLinks(guardians, NONE);
  const lost = useLinks(guardians.unreadable, 1) ?? 0;
  const [isAdding, setAdding] = useState(false);
  useEffect(() => void tellEndings().catch(() => undefined), []);
  if (all === null) return <p role="status">One moment...</p>;
  const isRoom = all.length < guardianLimits.maximum;
  return (
    <div className={classes.stack}>
      <p className={classes.note}>
        A guardian is a person you trust, whose own browser is linked to this phone. When an
        emergency starts, their browser is told, with your place, without another tap from you. It
        needs a connection, and comes beside your text messages, not in their place.
      </p>
      {lost > 0 && (
        <Notice tone="bad" role="alert">
          A guardian who is kept on this phone cannot be read, and is not alerted. Nothing was
          deleted. Close the other tabs and open this page again; if this stays, link them again.
        </Notice>
      )}
      {all.map((guardian) => (
        <Attended key={guardian.id} guardian={guardian} askFirst={askFirst} />
      ))}
      <p className={classes.note}>{SESSIONS}</p>
      {all.length > 0 && <p className={classes.note}>{LEGEND}</p>}
      {isAdding && isRoom && <AddGuardian onDone={() => setAdding(false)} />}
      {!isAdding && isRoom && (
        <Button tone="secondary" onClick={() => setAdding(true)}>
          {all.length === 0 ? "Add a guardian" : "Add a second guardian"}
        </Button>
      )}
    </div>
  );
}

/** One guardian, with what the server says of the link. */
function Attended(props: GuardiansSectionProps & { readonly guardian: Guardian }) {
  const { guardian, askFirst } = props;
  const [attention, setAttention] = useState<Attention>({ kind: "asking" });
  useEffect(() => attend(guardian.id, setAttention), [guardian.id]);
  return guardian.state === "waiting" ? (
    <WaitingCard guardian={guardian} attention={attention} askFirst={askFirst} />
  ) : (
    <LinkedCard guardian={guardian} attention={attention} askFirst={askFirst} />
  );
}
