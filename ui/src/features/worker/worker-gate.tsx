/** Registers the service worker and holds back its updates. */
import { useEffect } from "react";
import { cacheApp, holdUpdates, registerServiceWorker } from "#platform/workers/service-worker.ts";
import { emergencyStateRecord } from "#store/emergency/emergency-state.ts";
import { settingsRecord } from "#store/settings/settings.ts";

/** Renders nothing. Holds updates during an emergency and while listening. */
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
