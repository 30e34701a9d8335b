/** The root component, the same on the server and in the browser. */
import { type ComponentType, type ReactNode, useMemo } from "react";
import { matchPath, UNSAFE_RouteContext as RouteContext } from "react-router";
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

type AppProps = {
  readonly payload: PagePayload;
  readonly page: PageParts;
};

/** Renders the page that the server chose. */
export function App({ payload, page: { pattern, Frame, Page } }: AppProps) {
  return (
    <PageDataProvider payload={payload}>
      <ErrorBoundary>
        <Frame>
          <KnownRoute pattern={pattern} path={payload.path}>
            <Page />
          </KnownRoute>
        </Frame>
      </ErrorBoundary>
    </PageDataProvider>
  );
}

type KnownRouteProps = {
  /** The path pattern in the router's notation. */
  readonly pattern: string;
  /** The path that the payload names. */
  readonly path: string;
  readonly children: ReactNode;
};

/**
 * Gives a page the parameters of its path. The server chose the page by this path; the URL in the address bar differs after
 * a form post or once secrets are removed. To match it again takes the router as long as a small page, and the code
 * for it is 3 KB more for each visitor.
 */
function KnownRoute({ pattern, path, children }: KnownRouteProps) {
  const value = useMemo(() => {
    const params = pattern.includes(":") ? (matchPath(pattern, path)?.params ?? {}) : {};
    const match = { params, pathname: path, pathnameBase: path, route: {} };
    return { outlet: null, matches: [match], isDataRoute: false };
  }, [pattern, path]);
  return <RouteContext.Provider value={value}>{children}</RouteContext.Provider>;
}
