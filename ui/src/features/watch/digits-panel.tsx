/** The six digits to compare with the person, by which nobody can stand between the two phones unnoticed. */

import { Button } from "#components/button.tsx";
import { Panel } from "#components/layout/card.tsx";
import { Notice } from "#components/layout/notice.tsx";
import { changeWatched, type Watched } from "#store/guardians/watched.ts";
import classes from "./watch.module.css";

/** Six digits in two groups. */
export const grouped = (digits: string) => `${digits.slice(0, 3)} ${digits.slice(3)}`;

type DigitsPanelProps = {
  readonly person: Pick<Watched, "id" | "name" | "digits" | "isForged" | "isCompared">;
};

/** The digits until the guardian has compared them, or why there are none. */
export function DigitsPanel({ person }: DigitsPanelProps) {
  const { id, name, digits, isForged, isCompared } = person;
  if (isForged) {
    return (
      <Notice tone="bad" role="alert">
        This link was changed on its way to you: someone may sit between you and {name}. Do not
        trust what this page shows. Tell {name} by voice, and ask for a new link.
      </Notice>
    );
  }
  if (isCompared) return null;
  return (
    <Panel title="Compare these digits">
      {digits === null ? (
        <p role="status">
          Six digits appear here once {name}'s phone knows that you took the link. For that, the app
          must be open there, with a connection. Wait for them before you rely on this link.
        </p>
      ) : (
        <>
          <p className={classes.digits} data-digits>
            {grouped(digits)}
          </p>
          <p>
            Ask {name}, face to face or by voice: does their phone show the same six digits? They
            are in its settings, under Guardians. If not, someone else took the link. Then {name}{" "}
            must remove you and make a new one.
          </p>
          <Button
            tone="secondary"
            onClick={() => void changeWatched(id, (before) => ({ ...before, isCompared: true }))}
          >
            The same digits
          </Button>
        </>
      )}
    </Panel>
  );
}
