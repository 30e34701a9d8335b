/** The root component, the same on the server and in the browser. */
import type { ComponentType, ReactNode } from "react";
import { Route, Routes, useLocation } from "react-router";
import { PageDataProvider } from "#pages/page-data.tsx";
import type { PagePayload } from "#wire/pages.ts";
import { ErrorBoundary } from "./error-boundary.tsx";

/** The component around a page. */
type Frame = ComponentType<{ children: ReactNode }>;

/** The parts of a page. */
export type PageParts = {
  /** The path pattern in the router's notation. */
  readonly pattern: string;
  readonly Frame: Frame;
  readonly Page: ComponentType;
};

type AppProps = { readonly payload: PagePayload; readonly page: PageParts };

/**
 * Renders the page that the server chose. The router gets only this route, because the server has
 * matched the path already and ranking all routes costs more than rendering a small page. It matches
 * the payload's path: the URL in the address bar differs after a form post or once secrets are removed. What the page keeps
 * in its history entries comes along.
 */
export function App({ payload, page: { pattern, Frame, Page } }: AppProps) {
  const { state } = useLocation();
  return (
    <PageDataProvider payload={payload}>
      <ErrorBoundary>
        <Frame>
          <Routes location={{ pathname: payload.path, state }}>
            <Route path={pattern} element={<Page />} />
          </Routes>
        </Frame>
      </ErrorBoundary>
    </PageDataProvider>
  );
}
