/** Asks for the code: before a page of the app is shown, and before a protected action. */
import { type ReactNode, useEffect, useState } from "react";
import { useNavigate } from "react-router";
import { useLazyPart } from "#components/loading.ts";
import { showToast } from "#components/toast/toast-store.ts";
import { pageFailed } from "#content/messages.ts";
import * as paths from "#content/paths.ts";
import { useScreenStart } from "#platform/page/screen-start.ts";
import { settingsRecord } from "#store/settings/settings.ts";
import type { PageName } from "#wire/pages.ts";
import { SecurityCodeScreen } from "../code/security-code-screen.tsx";
import {
  closeGate,
  isActionProtected,
  isGateOpen,
  isPageProtected,
  openGate,
  type ProtectedAction,
  useGateOpen,
} from "./gate.ts";

type CodeGateProps = {
  /** The page that `children` shows, whatever its URL is spelled like. */
  readonly page: PageName;
  readonly children: ReactNode;
};

/** Shows the page, or the security code screen in its place. The heart monitor closes the gate behind the person. */
export function CodeGate({ page, children }: CodeGateProps) {
  const navigate = useNavigate();
  const settings = settingsRecord.use();
  const isOpen = useGateOpen();
  useEffect(() => {
    if (page === "heart-monitor") closeGate();
  }, [page]);
  const isAsking = !isOpen && isPageProtected(page, settings);
  useScreenStart(isAsking);
  if (!isAsking) return children;
  return <SecurityCodeScreen onVerified={openGate} onBack={() => navigate(paths.heartMonitor)} />;
}

const loadQuestion = () => import("./code-question.tsx").then(({ CodeQuestion }) => CodeQuestion);

/** What a page does with it. */
interface CodeFirst {
  /** Does `then` at once, or after the code where `action` is protected. */
  readonly ask: (action: ProtectedAction, then: () => void) => void;
  /** The question; it belongs somewhere on the page. */
  readonly question: ReactNode;
}

/** For the pages with protected actions: asks for the code before one. */
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

/** Dialogs that show or change protection, of which one at a time is open. */
interface ProtectedDialogs<Name extends string> {
  /** The one on the screen, or null. */
  readonly shown: Name | null;
  /** Opens one, after the code where that is asked for. */
  readonly open: (name: Name) => void;
  readonly close: () => void;
  /** The question for the code; it belongs somewhere on the page. */
  readonly question: ReactNode;
}

/** For dialogs on a page that itself is not behind the code. When the gate closes they go, with what was typed and not saved. */
export function useProtectedDialogs<Name extends string>(
  action: ProtectedAction,
): ProtectedDialogs<Name> {
  const [chosen, choose] = useState<Name | null>(null);
  const { ask, question } = useCodeFirst();
  const settings = settingsRecord.use();
  const mayShow = useGateOpen() || !isActionProtected(action, settings);
  useEffect(() => {
    // So that none comes back when the gate is opened for something else.
    if (!mayShow) choose(null);
  }, [mayShow]);
  return {
    shown: mayShow ? chosen : null,
    open: (name) => ask(action, () => choose(name)),
    close: () => choose(null),
    question,
  };
}
