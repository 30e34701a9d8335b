/** The session on the heart monitor, or the code that ends it. Loaded after the page. */
import { CodeScreen } from "#features/emergency/code/security-code-screen.tsx";
import { SessionCard } from "#features/pulse-check/session-card.tsx";
import { pageSessions } from "#features/pulse-check/sessions.ts";

type SessionPartProps = {
  /** Whether the code is asked for, in the place of the whole page. */
  readonly isEnding: boolean;
  readonly onChange: (isEnding: boolean) => void;
};

/** The own PIN ends the session; the public code seems to. */
export function SessionPart({ isEnding, onChange }: SessionPartProps) {
  if (!isEnding) return <SessionCard onEnd={() => onChange(true)} />;
  const end = (code: "own" | "public") => {
    void pageSessions().end(code);
    onChange(false);
  };
  return (
    <CodeScreen
      onOutcome={(outcome) => {
        if (outcome === "own") end("own");
        else if (outcome === "decoy" || outcome === "demo") end("public");
      }}
      onBack={() => onChange(false)}
    />
  );
}
