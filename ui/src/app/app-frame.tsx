/** The frame of app pages, and navigation between them without a new document. */

import { appPages } from "virtual:app-pages";
import {
  type ComponentType,
  type ReactNode,
  startTransition,
  useEffect,
  useRef,
  useState,
} from "react";
import { matchPath, Route, Routes, useLocation } from "react-router";
import { PanelBoundary } from "#components/panel-boundary.tsx";
import { Toaster } from "#components/toaster.tsx";
import { useLazyPart } from "#components/use-lazy-part.ts";
import { PublicCode } from "#features/emergency/code/ending.ts";
import { EmergencyGate } from "#features/emergency/frame/emergency-gate.tsx";
import { CodeGate } from "#features/emergency/gate/code-gate.tsx";
import { VoiceGate } from "#features/voice/voice-gate.tsx";
import { WorkerGate } from "#features/worker/worker-gate.tsx";
import { usePageName, useServerPath, useSite } from "#pages/page-data.tsx";
import { documentTitle, loadDocument, showAsNewPage } from "#platform/navigation.ts";
import { isAppFirst, showAppFirst } from "#platform/view-cookie.ts";
import type { PageName } from "#wire/pages.ts";

/** An app page that can be shown without a new document. */
type AppPage = {
  /** The path pattern in the router's notation. */
  readonly pattern: string;
  readonly title: string;
  readonly load: () => Promise<ComponentType>;
};

const loadBackground = () =>
  import("./background-parts.tsx").then(({ BackgroundParts }) => BackgroundParts);

/** App pages by name. */
export type AppPages = Readonly<Partial<Record<PageName, AppPage>>>;

type Moved = { readonly name: PageName; readonly page: AppPage; readonly Page: ComponentType };

type AppFrameProps = { readonly children: ReactNode; readonly pages?: AppPages };

/** Shows `children`, the page that the server sent, until the user navigates to another app page. */
export function AppFrame({ children, pages = appPages }: AppFrameProps) {
  const moved = useMovedPage(pages);
  useMainPath();
  const first = usePageName();
  const shown = moved?.name ?? first;
  const { demoPin, displayName } = useSite();
  // The toaster writes an inline style, so it is rendered after hydration. It is part of this bundle,
  // because an emergency must not wait for a chunk.
  const [isAlive, setAlive] = useState(false);
  // As a transition it does not delay the first interaction.
  useEffect(() => startTransition(() => setAlive(true)), []);
  useEffect(() => {
    // Preloaded: a decoy unlock shows the heart monitor at once, possibly offline.
    pages["heart-monitor"]?.load().catch(() => undefined);
  }, [pages]);
  const Background = useLazyPart(loadBackground, isAlive);
  // Each of these may fail without taking the lock with it.
  const beside = [
    <VoiceGate key="voice" />,
    <WorkerGate key="worker" />,
    ...(Background === null ? [] : [<Background key="background" displayName={displayName} />]),
    ...(isAlive ? [<Toaster key="toasts" />] : []),
  ];
  return (
    <>
      <PublicCode value={demoPin}>
        <EmergencyGate demoPin={demoPin} page={shown}>
          <CodeGate page={shown}>
            {moved === null ? (
              children
            ) : (
              <Routes>
                <Route path={moved.page.pattern} element={<moved.Page />} />
              </Routes>
            )}
          </CodeGate>
        </EmergencyGate>
      </PublicCode>
      {beside.map((part) => (
        <PanelBoundary key={part.key} isUnseen>
          {part}
        </PanelBoundary>
      ))}
    </>
  );
}

/**
 * Browsers end a cookie after 400 days at most, so each use of the app renews it. Access or an installed app sets it, and
 * nothing else: whoever tries the demo has to find the shop again.
 */
function useMainPath(): void {
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page of the app is a use of it.
  useEffect(() => {
    if (isAppFirst()) showAppFirst();
  }, [pathname]);
}

/** The app page that the user navigated to, or null on the page that the server sent. */
function useMovedPage(pages: AppPages): Moved | null {
  const { pathname, search } = useLocation();
  const firstPath = useServerPath();
  const first = usePageName();
  const wanted = pathname === firstPath ? first : pageAt(pathname, pages);
  const [loaded, setLoaded] = useState<Moved | null>(null);

  useEffect(() => {
    if (wanted === first) return;
    const page = wanted === null ? undefined : pages[wanted];
    if (wanted === null || page === undefined) {
      loadDocument(pathname + search);
      return;
    }
    let isCurrent = true;
    page.load().then(
      (Page) => {
        if (isCurrent) setLoaded({ name: wanted, page, Page });
      },
      // After a release the old chunk is gone; a new document names the new one.
      () => loadDocument(pathname + search),
    );
    return () => {
      isCurrent = false;
    };
  }, [wanted, first, pathname, search, pages]);

  const moved = wanted === first ? null : loaded;
  useTitleOf(moved?.page ?? null);
  return moved;
}

/** Sets the document's title to that of `page`, or for null to the one that it was loaded with. */
function useTitleOf(page: AppPage | null): void {
  const firstTitle = useRef<string | null>(null);
  const shownBefore = useRef(page);
  useEffect(() => {
    firstTitle.current ??= documentTitle();
    if (shownBefore.current === page) return;
    shownBefore.current = page;
    showAsNewPage(page?.title ?? firstTitle.current);
  }, [page]);
}

/**
 * The name of the app page at `pathname`, or null for any other path: public and unknown paths need
 * a document with its own policy headers.
 */
function pageAt(pathname: string, pages: AppPages): PageName | null {
  const all = Object.entries(pages) as [PageName, AppPage][];
  return all.find(([, { pattern }]) => matchPath(pattern, pathname) !== null)?.[0] ?? null;
}
