/** Hydrates a page in the browser. The build makes an entry per page that calls `start`. */
import { type ReactNode, startTransition, useEffect } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { BrowserRouter } from "react-router";
import { App, type PageParts } from "#app/app.tsx";
import { markHydrated } from "#boot/lock-cover.ts";
import { pageRoot, readPagePayload, whenParsed } from "#boot/page-document.ts";
import { addLazyStyles } from "#platform/page/lazy-styles.ts";
import type { PagePayload } from "#wire/pages.ts";

/**
 * Hydrates the server's HTML, or renders the page where the server's render failed. Resolves after
 * the first commit; a document that is being left is left alone. `lazyStyles` is the URL of the style sheet for lazily loaded parts.
 */
export async function start(page: PageParts, lazyStyles: string | null): Promise<void> {
  await whenParsed();
  const { root, isRendered } = pageRoot();
  const payload = readPagePayload() as PagePayload;
  if (lazyStyles !== null) addLazyStyles(lazyStyles);
  return new Promise((resolve) => {
    const onMounted = () => {
      markHydrated();
      resolve();
    };
    const tree = <ClientPage payload={payload} page={page} onMounted={onMounted} />;
    // As a transition hydration is interruptible, so a slow phone stays responsive.
    startTransition(() => {
      if (isRendered) hydrateRoot(root, tree);
      else createRoot(root).render(tree);
    });
  });
}

type ClientPageProps = {
  readonly payload: PagePayload;
  readonly page: PageParts;
  /** Called after the first commit. */
  readonly onMounted: () => void;
};

/** The page of a payload. */
export function ClientPage({ payload, page, onMounted }: ClientPageProps) {
  return (
    <BrowserRouter>
      <Mounted onMounted={onMounted}>
        <App payload={payload} page={page} />
      </Mounted>
    </BrowserRouter>
  );
}

/**
 * Stands around the page and not beside it: React's ids count the children of each list, so a sibling that the server does
 * not render would change every id of the page.
 */
function Mounted({ onMounted, children }: { onMounted: () => void; children: ReactNode }) {
  useEffect(onMounted, [onMounted]);
  return children;
}
