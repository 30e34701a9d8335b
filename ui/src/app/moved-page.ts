/** Which app page is shown after navigation without a new document. */
import { type ComponentType, useEffect, useState } from "react";
import { matchPath, useLocation } from "react-router";
import { chunkRetryMs } from "#content/limits.ts";
import { useServerPath } from "#pages/page-data.tsx";
import { onNavigation } from "#platform/page/leaving.ts";
import { loadDocument } from "#platform/page/navigation.ts";
import type { PageName } from "#wire/pages.ts";

/** An app page that can be shown without a new document. */
export type AppPage = {
  /** The path pattern in the router's notation. */
  readonly pattern: string;
  readonly title: string;
  readonly load: () => Promise<ComponentType>;
};

/** App pages by name. */
export type AppPages = Readonly<Partial<Record<PageName, AppPage>>>;

type Moved = { readonly name: PageName; readonly page: AppPage; readonly Page: ComponentType };

/** What is shown; `moved` is null for the page that the server sent. */
type Shown = {
  readonly moved: Moved | null;
  /** Whether another page is being loaded; until it is there this one stays. */
  readonly isLoading: boolean;
};

/** The page for the URL in the address bar, or the page before it until that one is loaded. */
export function useMovedPage(first: PageName, pages: AppPages): Shown {
  const { pathname, search } = useLocation();
  const firstPath = useServerPath();
  const wanted = pathname === firstPath ? first : pageAt(pathname, pages);
  const [moved, setMoved] = useState<Moved | null>(null);
  if (wanted === first && moved !== null) setMoved(null);
  const isThere = wanted === (moved?.name ?? first);
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt loads again.
  useEffect(() => {
    if (isThere) return;
    const leave = () => loadDocument(pathname + search);
    const page = wanted === null ? undefined : pages[wanted];
    if (wanted === null || page === undefined) return leave();
    let isCurrent = true;
    let isLeft = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const forget = onNavigation(() => {
      isLeft = true;
    });
    page.load().then(
      (Page) => {
        if (isCurrent) setMoved({ name: wanted, page, Page });
      },
      () => {
        // The navigation that ended this load goes on. It may come to nothing, so the page is asked for again.
        if (isLeft) timer = setTimeout(() => setAttempt((count) => count + 1), chunkRetryMs);
        // After a release the old chunk is gone; a new document names the new one.
        else leave();
      },
    );
    return () => {
      isCurrent = false;
      forget();
      clearTimeout(timer);
    };
  }, [isThere, wanted, pathname, search, pages, attempt]);

  return { moved, isLoading: !isThere };
}

/**
 * The name of the app page at `pathname`, or null for any other path: public and unknown paths need
 * a document with its own policy headers.
 */
function pageAt(pathname: string, pages: AppPages): PageName | null {
  const all = Object.entries(pages) as [PageName, AppPage][];
  return all.find(([, { pattern }]) => matchPath(pattern, pathname) !== null)?.[0] ?? null;
}
