/** The frame of app pages, and navigation between them without a new document. */
import { appPages } from "virtual:app-pages";
import {
  type ComponentType,
  type ReactNode,
  startTransition,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { PanelBoundary } from "#components/boundary/boundaries.tsx";
import { useLazyPart } from "#components/loading.ts";
import { chunkRetryMs } from "#content/limits.ts";
import { PublicCode } from "#features/emergency/code/code-words.ts";
import { EmergencyGate } from "#features/emergency/frame/emergency-gate.tsx";
import { CodeGate } from "#features/emergency/gate/code-gate.tsx";
import { VoiceGate } from "#features/voice/voice-gate.tsx";
import { usePageName, useSite } from "#pages/page-data.tsx";
import { documentTitle, showAsNewPage } from "#platform/page/navigation.ts";
import { cacheApp, holdUpdates, registerServiceWorker } from "#platform/workers/service-worker.ts";
import { emergencyStateRecord } from "#store/emergency/emergency-state.ts";
import { settingsRecord } from "#store/settings/settings.ts";
import { type AppPage, type AppPages, useMovedPage } from "./moved-page.ts";

/** Loads what runs beside the page. */
type Load = () => Promise<ComponentType<{ readonly isLoading: boolean }>>;

const loadBackground: Load = async () => (await import("./background-parts.tsx")).BackgroundParts;

type AppFrameProps = {
  readonly children: ReactNode;
  readonly pages?: AppPages;
  readonly load?: Load | undefined;
};

/** Shows `children`, the page that the server sent, until the user navigates to another app page. */
export function AppFrame({ children, pages = appPages, load = loadBackground }: AppFrameProps) {
  const first = usePageName();
  const { moved, isLoading } = useMovedPage(first, pages);
  const shown = moved?.name ?? first;
  const { demoPin } = useSite();
  const Background = useBackground(load);
  useEffect(() => {
    // Preloaded: a decoy unlock shows the heart monitor at once, possibly offline.
    pages["heart-monitor"]?.load().catch(() => undefined);
  }, [pages]);
  // Each of these may fail without taking the lock with it.
  const beside = [
    <VoiceGate key="voice" />,
    <WorkerGate key="worker" />,
    ...(Background === null ? [] : [<Background key="background" isLoading={isLoading} />]),
  ];
  return (
    <>
      <PublicCode value={demoPin}>
        <EmergencyGate demoPin={demoPin} page={shown}>
          <CodeGate page={shown}>{moved === null ? children : <moved.Page />}</CodeGate>
        </EmergencyGate>
      </PublicCode>
      <PageStart page={moved?.page ?? null} />
      {beside.map((part) => (
        <PanelBoundary key={part.key} isUnseen>
          {part}
        </PanelBoundary>
      ))}
    </>
  );
}

/**
 * What `load` resolves to, once the page takes input. A connection may break while it is loaded, so that is tried again:
 * without it no guardian would be told of an emergency.
 */
function useBackground(load: Load) {
  const [isAlive, setAlive] = useState(false);
  // As a transition it does not delay the first interaction.
  useEffect(() => startTransition(() => setAlive(true)), []);
  const [attempt, setAttempt] = useState(0);
  const tryLater = () => setTimeout(() => setAttempt((count) => count + 1), chunkRetryMs);
  return useLazyPart(load, isAlive, tryLater, attempt);
}

/**
 * Begins `page` as a document would, with its title, at its top and with the focus on its heading; null is the page that the
 * server sent. It comes after the page and before what runs beside it, which may scroll back to a place.
 */
function PageStart({ page }: { readonly page: AppPage | null }) {
  const firstTitle = useRef<string | null>(null);
  // Before the first paint, or the new page would be seen where the old one was.
  useLayoutEffect(() => {
    if (firstTitle.current === null) firstTitle.current = documentTitle();
    else showAsNewPage(page?.title ?? firstTitle.current);
  }, [page]);
  return null;
}

/** Registers the service worker and holds back its updates, during an emergency and while listening. Renders nothing. */
function WorkerGate() {
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
