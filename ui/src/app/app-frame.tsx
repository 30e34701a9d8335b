/** What surrounds every app page, and how one app page follows another without a new document. */
import {
  type ComponentType,
  type ReactNode,
  startTransition,
  useEffect,
  useRef,
  useState,
} from "react";
import { Route, Routes, useLocation } from "react-router";
import { Toaster } from "#components/toaster.tsx";
import { ContactCopier } from "#features/contacts/contact-copier.tsx";
import { EmergencyGate } from "#features/emergency/lock/emergency-gate.tsx";
import { PanelBoundary } from "#features/emergency/panel-boundary.tsx";
import { InstallDialog } from "#features/install/install-dialog.tsx";
import { AccessReview } from "#features/purchase/access-review.tsx";
import { VoiceGate } from "#features/voice/voice-gate.tsx";
import { WorkerGate } from "#features/worker/worker-gate.tsx";
import { loadDocument, showAsNewPage } from "#platform/navigation.ts";
import { type AppPages, appPageAt, appPages } from "./app-pages.ts";
import { usePageName, useServerPath, useSite } from "./page-data.tsx";
import { type PageName, pages } from "./pages.ts";
import { paths } from "./paths.ts";

type Loaded = { readonly name: PageName; readonly Page: ComponentType };

type AppFrameProps = { readonly children: ReactNode; readonly loaders?: AppPages };

/** Shows `children`, the page that the server sent, until the person moves to another app page. */
export function AppFrame({ children, loaders = appPages }: AppFrameProps) {
  const moved = useMovedPage(loaders);
  const { demoPin, displayName } = useSite();
  // The toaster writes an inline style, which the server's HTML may not have; it needs no chunk of its
  // own here, because an emergency may not wait for the network.
  const [isAlive, setAlive] = useState(false);
  // In a transition it comes in slices too, right after the hydration that the first touch waits for.
  useEffect(() => startTransition(() => setAlive(true)), []);
  useEffect(() => {
    // The decoy shows the heart monitor at once, and possibly without a network: it has to be here before.
    loaders["heart-monitor"]?.().catch(() => undefined);
  }, [loaders]);
  // What stands beside the page may fail without taking the lock with it.
  const beside = [
    <VoiceGate key="voice" />,
    <WorkerGate key="worker" />,
    <ContactCopier key="contacts" />,
    <AccessReview key="access" />,
    <InstallDialog key="install" displayName={displayName} setupPath={paths.postDownload} />,
    ...(isAlive ? [<Toaster key="toasts" />] : []),
  ];
  return (
    <>
      <EmergencyGate demoPin={demoPin}>
        {moved === null ? (
          children
        ) : (
          <Routes>
            <Route path={pages[moved.name].pattern} element={<moved.Page />} />
          </Routes>
        )}
      </EmergencyGate>
      {beside.map((part) => (
        <PanelBoundary key={part.key} isUnseen>
          {part}
        </PanelBoundary>
      ))}
    </>
  );
}

/** The app page that the person moved to, or null on the page that the server sent. */
function useMovedPage(loaders: AppPages): Loaded | null {
  const { pathname, search } = useLocation();
  const firstPath = useServerPath();
  const first = usePageName();
  const wanted = pathname === firstPath ? first : appPageAt(pathname, loaders);
  const [loaded, setLoaded] = useState<Loaded | null>(null);

  useEffect(() => {
    if (wanted === null) {
      loadDocument(pathname + search);
      return;
    }
    if (wanted === first) return;
    let isCurrent = true;
    loaders[wanted]?.().then(
      (Page) => {
        if (isCurrent) setLoaded({ name: wanted, Page });
      },
      // The chunk of another release is gone from the server; its document names the new one.
      () => loadDocument(pathname + search),
    );
    return () => {
      isCurrent = false;
    };
  }, [wanted, first, pathname, search, loaders]);

  const moved = wanted === first ? null : loaded;
  const shown = moved?.name ?? first;
  const shownBefore = useRef(shown);
  useEffect(() => {
    if (shownBefore.current === shown) return;
    shownBefore.current = shown;
    showAsNewPage(pages[shown].title);
  }, [shown]);

  return moved;
}
