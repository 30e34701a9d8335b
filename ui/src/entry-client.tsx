/** Brings a page to life in the browser. The build makes an entry per page that calls `start`. */
import { type ComponentType, startTransition } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { BrowserRouter } from "react-router";
import { App, type Frame } from "#app/app.tsx";
import { Mounted } from "#app/mounted.tsx";
import type { PagePayload } from "#app/page-data.tsx";
import type { PageName } from "#app/pages.ts";
import { addLateStyles } from "#platform/late-styles.ts";
import { showAlive } from "#platform/lock-cover.ts";
import { isLeaving, pageRoot, readPagePayload, whenParsed } from "#platform/page-document.ts";

type Start = {
  readonly name: PageName;
  readonly Frame: Frame;
  readonly Page: ComponentType;
};

/**
 * Hydrates the server's HTML, or renders afresh where the server could not.
 * Resolves once the page reacts to its person.
 */
export async function start({ name, Frame, Page }: Start): Promise<void> {
  await whenParsed();
  if (isLeaving()) return;
  const { root, isRendered } = pageRoot();
  const payload = readPagePayload() as PagePayload;
  const lateStyle = __LATE_STYLES__[name];
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
        <App payload={payload} Frame={Frame} Page={Page} />
      </BrowserRouter>
    );
    // In a transition React hydrates in slices, so that a slow phone answers touches in between.
    startTransition(() => {
      if (isRendered) hydrateRoot(root, tree);
      else createRoot(root).render(tree);
    });
  });
}
