/** Hydrates a page in the browser. The build makes an entry per page that calls `start`. */
import { startTransition, useEffect } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { BrowserRouter } from "react-router";
import { App, type PageParts } from "#app/app.tsx";
import { showAlive } from "#boot/lock-cover.ts";
import { isLeaving, pageRoot, readPagePayload, whenParsed } from "#boot/page-document.ts";
import { addLateStyles } from "#platform/late-styles.ts";
import type { PagePayload } from "#wire/pages.ts";

/**
 * Hydrates the server's HTML, or renders afresh where the server could not.
 * Resolves once the page reacts to its person.
 */
export async function start(page: PageParts, lateStyles: string | null): Promise<void> {
  await whenParsed();
  if (isLeaving()) return;
  const { root, isRendered } = pageRoot();
  const payload = readPagePayload() as PagePayload;
  if (lateStyles !== null) addLateStyles(lateStyles);
  return new Promise((resolve) => {
    const tree = (
      <BrowserRouter>
        <Mounted
          onMounted={() => {
            showAlive();
            resolve();
          }}
        />
        <App payload={payload} page={page} />
      </BrowserRouter>
    );
    // In a transition React hydrates in slices, so that a slow phone answers touches in between.
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
