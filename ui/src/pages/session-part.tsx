/** The session on the heart monitor, or the code that ends it or opens what it does. Loaded after the page. */
import { type Dispatch, type SetStateAction, useEffect } from "react";
import { sessionLimits } from "#content/guardian-limits.ts";
import { CodeScreen } from "#features/emergency/code/security-code-screen.tsx";
import type { PinOutcome } from "#features/emergency/pin/pin.ts";
import { SessionCard, type SessionView } from "#features/pulse-check/session-card.tsx";
import { pageSessions } from "#features/pulse-check/sessions.ts";
import { after } from "#platform/clock.ts";
import { isVisible, onHidden } from "#platform/page/visibility.ts";

type SessionPartProps = {
  /** What is shown; the code screen stands in the place of the whole page. */
  readonly view: SessionView;
  readonly onChange: Dispatch<SetStateAction<SessionView>>;
  /** Leads to the settings, as a tap on the heart does. */
  readonly onSettings: () => void;
};

/**
 * The person reads what the session does for a moment after the code, and not after they looked away or went to another view,
 * because the next one who holds the phone may be somebody else.
 */
function useGlance({ view, onChange }: Pick<SessionPartProps, "view" | "onChange">): void {
  useEffect(() => {
    if (view !== "details") return undefined;
    const end = () => onChange((now) => (now === "details" ? "card" : now));
    // Comparing the code takes a while, in which the person may have left.
    if (!isVisible()) end();
    const stops = [after(sessionLimits.glanceMs, end), onHidden(end), end];
    return () => {
      for (const stop of stops) stop();
    };
  }, [view, onChange]);
}

/** The own PIN ends the session, or opens what it does; the public code seems to end it, and opens nothing. */
export function SessionPart(props: SessionPartProps) {
  const { view, onChange, onSettings } = props;
  useGlance(props);
  if (view === "card" || view === "details") {
    return <SessionCard isRead={view === "details"} onChange={onChange} onSettings={onSettings} />;
  }
  const decide = (outcome: PinOutcome) => {
    if (outcome === "wrong" || outcome === "locked-out") return;
    const isOwn = outcome === "own";
    if (view === "code-to-end") void pageSessions().end(isOwn ? "own" : "public");
    onChange(isOwn ? "details" : "card");
  };
  return (
    <CodeScreen
      endsNothing={view === "code-to-read"}
      onOutcome={decide}
      onBack={() => onChange("card")}
    />
  );
}
