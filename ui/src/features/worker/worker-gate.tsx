/** Registers the worker for offline use, and keeps it from updating at a bad moment. */
import { useEffect } from "react";
import { cacheApp, holdUpdates, registerServiceWorker } from "#platform/service-worker.ts";
import { emergencyStateRecord } from "#store/emergency-state.ts";
import { settingsRecord } from "#store/settings.ts";

/** Renders nothing. No update while an emergency is on, which includes recording, or while listening. */
export function WorkerGate() {
  const { isLocked } = emergencyStateRecord.use();
  const { isListeningEnabled } = settingsRecord.use();
  const isBusy = isLocked || isListeningEnabled;
  useEffect(() => {
    registerServiceWorker();
    cacheApp().catch(() => undefined);
  }, []);
  useEffect(() => (isBusy ? holdUpdates() : undefined), [isBusy]);
  return null;
}
