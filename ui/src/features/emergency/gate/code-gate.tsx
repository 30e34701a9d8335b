/** Surrounds the pages of the app: what is protected is shown only after the code. */
import { type ReactNode, useEffect } from "react";
import { useNavigate } from "react-router";
import * as paths from "#content/paths.ts";
import { settingsRecord } from "#store/settings/settings.ts";
import type { PageName } from "#wire/pages.ts";
import { SecurityCodeScreen } from "../code/security-code-screen.tsx";
import { closeGate, isPageProtected, openGate, useGateOpen, watchGate } from "./gate.ts";

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
  useEffect(watchGate, []);
  useEffect(() => {
    if (page === "heart-monitor") closeGate();
  }, [page]);
  if (isOpen || !isPageProtected(page, settings)) return children;
  return <SecurityCodeScreen onVerified={openGate} onBack={() => navigate(paths.heartMonitor)} />;
}
