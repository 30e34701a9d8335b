/** One line of a guardian's card: what the guardian's page shows now. */
import { moment } from "#platform/clock.ts";
import { guardianOutbox } from "#store/guardian-outbox.ts";
import { guardianTold } from "#store/guardian-told.ts";
import type { LinkedGuardian } from "#store/guardians.ts";
import { sessionRecord } from "#store/session.ts";
import { useLinks } from "#store/use-links.ts";
import type { Known } from "./guardian-rules.ts";
import { pageText } from "./page-rules.ts";

type PageLineProps = { readonly guardian: LinkedGuardian; readonly known: Known | null };

const NONE = { rows: [], session: null } as const;

/** Nothing until what this phone keeps has been read. */
export function PageLine({ guardian, known }: PageLineProps) {
  const told = useLinks(guardianTold, NONE.rows);
  const waiting = useLinks(guardianOutbox, NONE.rows);
  const session = useLinks(sessionRecord, NONE.session);
  if (told === null || waiting === null) return null;
  return <p>{pageText({ guardian, known, told, waiting, session, now: moment() })}</p>;
}
