/**
 * The script of the guardian's page. The build puts a smaller library in the place of React here, so the page is rendered
 * anew over the server's HTML, which looks the same until the device has been read.
 */
import { createRoot } from "react-dom/client";
import { ErrorBoundary } from "#app/error-boundary.tsx";
import { WatchFrame } from "#app/watch-frame.tsx";
import { markHydrated } from "#boot/lock-cover.ts";
import { pageRoot, readPagePayload, whenParsed } from "#boot/page-document.ts";
import { returnToLock } from "#boot/return-to-lock.ts";
import { PageDataProvider } from "#pages/page-data.tsx";
import { WatchPage } from "#pages/watch-page.tsx";
import type { PagePayload } from "#wire/pages.ts";

returnToLock();
await whenParsed();
const { root } = pageRoot();
root.replaceChildren();
createRoot(root).render(
  <PageDataProvider payload={readPagePayload() as PagePayload}>
    <ErrorBoundary>
      <WatchFrame>
        <WatchPage />
      </WatchFrame>
    </ErrorBoundary>
  </PageDataProvider>,
);
markHydrated();
