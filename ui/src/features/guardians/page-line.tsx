/** One line of a guardian's card: what the guardian's page shows now, and the end of what it shows and is over here. */

import { Button } from "#components/button.tsx";
import { moment } from "#platform/clock.ts";
import { sessionRecord } from "#store/emergency/session.ts";
import { guardianOutbox } from "#store/guardians/guardian-outbox.ts";
import { guardianTold } from "#store/guardians/guardian-told.ts";
import type { LinkedGuardian } from "#store/guardians/guardians.ts";
import { useLinks } from "#store/guardians/use-links.ts";
import { hasOwnPin } from "#store/settings/own-pin.ts";
import { settingsRecord } from "#store/settings/settings.ts";
import type { Known } from "./guardian-rules.ts";
import { leftOpen, pageText } from "./page-rules.ts";
import { tellOver } from "./sending.ts";

type PageLineProps = {
  readonly guardian: LinkedGuardian;
  readonly known: Known | null;
  /** Asks for the own PIN where there is one, then does it. */
  readonly askFirst: (then: () => void) => void;
};

const NONE = { rows: [], session: null } as const;

/** Nothing until what this phone keeps has been read. */
export function PageLine({ guardian, known, askFirst }: PageLineProps) {
  const told = useLinks(guardianTold, NONE.rows);
  const waiting = useLinks(guardianOutbox, NONE.rows);
  const session = useLinks(sessionRecord, NONE.session);
  // Without a PIN of one's own nobody could say that it was the person who ended it.
  const hasPin = hasOwnPin(settingsRecord.use());
  if (told === null || waiting === null) return null;
  const facts = { guardian, known, told, waiting, session, now: moment() };
  const open = hasPin ? leftOpen(facts) : [];
  return (
    <>
      <p>{pageText(facts)}</p>
      {open.length > 0 && (
        <Button tone="secondary" onClick={() => askFirst(() => void tellOver(guardian, open))}>
          Tell {guardian.name} that it is over
        </Button>
      )}
    </>
  );
}
