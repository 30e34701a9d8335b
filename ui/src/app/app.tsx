/** The root component, the same on the server and in the browser. */
import type { ComponentProps, ComponentType, ReactNode } from "react";
import { Route as RouterRoute, Routes, useLocation } from "react-router";
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

/** Puts a page where the router's hooks find its path. */
export type PageRoute = ComponentType<{
  /** The path pattern in the router's notation. */
  readonly pattern: string;
  /** The path that the payload names. */
  readonly path: string;
  readonly children: ReactNode;
}>;

type AppProps = {
  readonly payload: PagePayload;
  readonly page: PageParts;
  readonly Route?: PageRoute;
};

/** Renders the page that the server chose. On the server `Route` is another component, which need not match the path. */
export function App({ payload, page: { pattern, Frame, Page }, Route = MatchedRoute }: AppProps) {
  return (
    <PageDataProvider payload={payload}>
      <ErrorBoundary>
        <Frame>
          <Route pattern={pattern} path={payload.path}>
            <Page />
          </Route>
        </Frame>
      </ErrorBoundary>
    </PageDataProvider>
  );
}

/**
 * Matches the payload's path: the URL in the address bar differs after a form post or once secrets are removed. What the
 * page keeps in its history entries comes along. The router gets only this route, because the server has chosen the page.
 */
function MatchedRoute({ pattern, path, children }: ComponentProps<PageRoute>) {
  const { state } = useLocation();
  return (
    <Routes location={{ pathname: path, state }}>
      <RouterRoute path={pattern} element={children} />
    </Routes>
  );
}
