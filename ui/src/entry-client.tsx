/** Hydrates a page in the browser. The build makes an entry per page that calls `start`. */
import { startTransition } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { BrowserRouter } from "react-router";
import { App, type PageParts } from "#app/app.tsx";
import { Mounted } from "#app/mounted.tsx";
import { showAlive } from "#boot/lock-cover.ts";
import { isLeaving, pageRoot, readPagePayload, whenParsed } from "#boot/page-document.ts";
import type { PagePayload } from "#pages/page-data.tsx";
import type { PageName } from "#pages/registry.ts";
import { addLateStyles } from "#platform/late-styles.ts";

/**
 * Hydrates the server's HTML, or renders afresh where the server could not.
 * Resolves once the page reacts to its person.
 */
export async function start(name: PageName, page: PageParts): Promise<void> {
  await whenParsed();
  if (isLeaving()) return;
  const { root, isRendered } = pageRoot();
  const payload = readPagePayload() as PagePayload;
  const lateStyle: string | undefined = JSON.parse(__LATE_STYLES__)[name];
  if (lateStyle !== undefined) addLateStyles(lateStyle);
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
