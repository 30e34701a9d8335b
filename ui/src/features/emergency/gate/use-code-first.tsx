/** Asks for the code before a protected action. */
import { type ReactNode, useState } from "react";
import { Dialog } from "#components/dialog.tsx";
import { settingsRecord } from "#store/settings.ts";
import { SecurityCodeForm } from "../pin/security-code-screen.tsx";
import { isGateOpen, openGate } from "./gate.ts";
import { isActionProtected, type ProtectedAction } from "./protection.ts";

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
  const ask: CodeFirst["ask"] = (action, then) => {
    if (isGateOpen() || !isActionProtected(action, settingsRecord.read())) then();
    else setWaiting(() => then);
  };
  const verified = () => {
    openGate();
    close();
    waiting?.();
  };
  const question = (
    <Dialog isOpen={waiting !== null} onClose={close} title="Security Verification">
      <SecurityCodeForm onVerified={verified} onBack={close} />
    </Dialog>
  );
  return { ask, question };
}
