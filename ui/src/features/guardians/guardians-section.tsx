/** Guardians in the settings: who is linked, and how to link somebody. Loaded lazily. */
import { useEffect, useState } from "react";
import { Button } from "#components/button.tsx";
import layoutClasses from "#components/layout/layout.module.css";
import { Notice } from "#components/layout/notice.tsx";
import { More } from "#components/layout/rows.tsx";
import textClasses from "#components/text.module.css";
import { guardianAnswers } from "#content/guardian-answers.ts";
import { guardianLimits, sessionLimits } from "#content/guardian-limits.ts";
import { keepFocus } from "#platform/page/kept-focus.ts";
import { type Guardian, guardians } from "#store/guardians/guardians.ts";
import { useLinks } from "#store/guardians/use-links.ts";
import { AddGuardian } from "./add-guardian.tsx";
import { type Attention, attend } from "./attending.ts";
import { LinkedCard } from "./linked-card.tsx";
import { RecoveryPhrase } from "./recovery-phrase.tsx";
import { StoredSound } from "./stored-sound.tsx";
import { WaitingCard } from "./waiting-card.tsx";

/** What the section needs of the page. */
export type GuardiansSectionProps = {
  /** Asks for the own PIN where there is one, then does it. */
  readonly askFirst: (then: () => void) => void;
};

/** The heart monitor does not say what its sessions are for. */
const SESSIONS =
  "The heart monitor's training session is a timer. End it in time with your PIN. If you do not, your " +
  `guardians are alerted ${sessionLimits.graceMs / 60_000} minutes later, whatever happens to this ` +
  "phone. To start it you need a guardian, your own PIN and a connection. Our server sends the alert. While it says " +
  '"Not saved yet", do not rely on it. "Details" asks for your PIN and says who is alerted.';

/** Stands in the settings alone, which ask for the code. */
const LEGEND = `While the heart monitor hides an emergency, the BPM shows a guardian's answer. Compare the digits first. ${Object.values(
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
  useEffect(keepFocus, []);
  if (all === null) return <p role="status">One moment...</p>;
  const isRoom = all.length < guardianLimits.maximum;
  return (
    <div className={layoutClasses.stack}>
      <p className={textClasses.note}>
        A guardian is a person you trust. You link their browser to this phone. When an emergency
        starts, it is told, with your location if that is found, and you need not tap again. It
        needs a connection. It does not replace your text messages.
      </p>
      {lost > 0 && (
        <Notice tone="bad" role="alert">
          This phone cannot read one of its guardians, who is not alerted. Nothing was deleted.
          Close the other tabs and open this page again. If this stays, link them again.
        </Notice>
      )}
      {all.map((guardian) => (
        <Attended key={guardian.id} guardian={guardian} askFirst={askFirst} />
      ))}
      <StoredSound askFirst={askFirst} />
      {all.some((one) => one.state === "linked" && one.getsSound) && (
        <RecoveryPhrase askFirst={askFirst} />
      )}
      <div>
        <More title="About training sessions">
          <p className={textClasses.note}>{SESSIONS}</p>
        </More>
        {all.length > 0 && (
          <More title="What BPM may tell you">
            <p className={textClasses.note}>{LEGEND}</p>
          </More>
        )}
      </div>
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
