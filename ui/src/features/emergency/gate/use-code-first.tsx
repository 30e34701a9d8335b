/** Asks for the code before a protected action. */
import { type ReactNode, useState } from "react";
import { showToast } from "#components/toast-store.ts";
import { useLazyPart } from "#components/use-lazy-part.ts";
import { pageFailed } from "#content/messages.ts";
import { settingsRecord } from "#store/settings.ts";
import { isGateOpen, openGate } from "./gate.ts";
import { isActionProtected, type ProtectedAction } from "./protection.ts";

const loadQuestion = () => import("./code-question.tsx").then(({ CodeQuestion }) => CodeQuestion);

/** What a page does with it. */
export interface CodeFirst {
  /** Does `then` at once, or after the code where `action` is protected. */
  readonly ask: (action: ProtectedAction, then: () => void) => void;
  /** The question; it belongs somewhere on the page. */
  readonly question: ReactNode;
}

/** For the pages with protected actions. */
export function useCodeFirst(): CodeFirst {
  const [waiting, setWaiting] = useState<(() => void) | null>(null);
  const close = () => setWaiting(null);
  const Question = useLazyPart(loadQuestion, waiting !== null, () => {
    showToast({ title: pageFailed, tone: "destructive" });
    close();
  });
  const ask: CodeFirst["ask"] = (action, then) => {
    if (isGateOpen() || !isActionProtected(action, settingsRecord.read())) then();
    else setWaiting(() => then);
  };
  const verified = () => {
    openGate();
    close();
    waiting?.();
  };
  const question = Question && (
    <Question isOpen={waiting !== null} onVerified={verified} onClose={close} />
  );
  return { ask, question };
}
