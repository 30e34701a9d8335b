/** What every page is wrapped in, on the server and in the browser alike. */
import type { ComponentType, ReactNode } from "react";
import { Route, Routes } from "react-router";
import { ErrorBoundary } from "./error-boundary.tsx";
import { PageDataProvider, type PagePayload } from "./page-data.tsx";
import { pages } from "./pages.ts";

/** The surroundings of a page. */
export type Frame = ComponentType<{ children: ReactNode }>;

type AppProps = {
  readonly payload: PagePayload;
  readonly Frame: Frame;
  readonly Page: ComponentType;
};

/**
 * Renders the page that the server chose. Only its own route is given to the router: ranking all
 * routes costs more than rendering a small page, and the server has matched the path already. The
 * address bar may say something else: a form that came back, or an address without its secrets.
 */
export function App({ payload, Frame, Page }: AppProps) {
  return (
    <PageDataProvider payload={payload}>
      <ErrorBoundary>
        <Frame>
          <Routes location={payload.path}>
            <Route path={pages[payload.page].pattern} element={<Page />} />
          </Routes>
        </Frame>
      </ErrorBoundary>
    </PageDataProvider>
  );
}
