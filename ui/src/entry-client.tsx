/** Hydrates a page in the browser. The build makes an entry per page that calls `start`. */
import { startTransition, useEffect } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { BrowserRouter } from "react-router";
import { App, type PageParts } from "#app/app.tsx";
import { markHydrated } from "#boot/lock-cover.ts";
import { isLeaving, pageRoot, readPagePayload, whenParsed } from "#boot/page-document.ts";
import { addLazyStyles } from "#platform/page/lazy-styles.ts";
import type { PagePayload } from "#wire/pages.ts";

/**
 * Hydrates the server's HTML, or renders the page where the server's render failed. Resolves after
 * the first commit. `lazyStyles` is the URL of the style sheet for lazily loaded parts.
 */
export async function start(page: PageParts, lazyStyles: string | null): Promise<void> {
  await whenParsed();
  if (isLeaving()) return;
  const { root, isRendered } = pageRoot();
  const payload = readPagePayload() as PagePayload;
  if (lazyStyles !== null) addLazyStyles(lazyStyles);
  return new Promise((resolve) => {
    const tree = (
      <BrowserRouter>
        <Mounted
          onMounted={() => {
            markHydrated();
            resolve();
          }}
        />
        <App payload={payload} page={page} />
      </BrowserRouter>
    );
    // As a transition hydration is interruptible, so a slow phone stays responsive.
    startTransition(() => {
      if (isRendered) hydrateRoot(root, tree);
      else createRoot(root).render(tree);
    });
  });
}

/** Renders nothing and calls `onMounted` after the first commit. */
function Mounted({ onMounted }: { readonly onMounted: () => void }) {
  useEffect(onMounted, [onMounted]);
  return null;
}
