/** What every page is wrapped in, on the server and in the browser alike. */
import type { ComponentType, ReactNode } from "react";
import { Route, Routes } from "react-router";
import { PageDataProvider } from "#pages/page-data.tsx";
import type { PagePayload } from "#wire/pages.ts";
import { ErrorBoundary } from "./error-boundary.tsx";

/** The surroundings of a page. */
type Frame = ComponentType<{ children: ReactNode }>;

/** What a page is made of. */
export type PageParts = {
  /** The path pattern in the router's notation. */
  readonly pattern: string;
  readonly Frame: Frame;
  readonly Page: ComponentType;
};

type AppProps = { readonly payload: PagePayload; readonly page: PageParts };

/**
 * Renders the page that the server chose. Only its own route is given to the router: ranking all
 * routes costs more than rendering a small page, and the server has matched the path already. The
 * address bar may say something else: a form that came back, or an address without its secrets.
 */
export function App({ payload, page: { pattern, Frame, Page } }: AppProps) {
  return (
    <PageDataProvider payload={payload}>
      <ErrorBoundary>
        <Frame>
          <Routes location={payload.path}>
            <Route path={pattern} element={<Page />} />
          </Routes>
        </Frame>
      </ErrorBoundary>
    </PageDataProvider>
  );
}
