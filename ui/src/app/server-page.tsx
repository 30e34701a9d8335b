/** A page as the server renders it. */
import { serverPages } from "virtual:server-pages";
import type { ComponentProps } from "react";
import {
  matchPath,
  NavigationType,
  type Navigator,
  UNSAFE_RouteContext as RouteContext,
  Router,
} from "react-router";
import type { PagePayload } from "#wire/pages.ts";
import { App, type PageRoute } from "./app.tsx";

/** Renders links as they are; the server never navigates. */
const navigator: Navigator = {
  createHref: (to) => (typeof to === "string" ? to : `${to.pathname}${to.search}${to.hash}`),
  go: refuse,
  push: refuse,
  replace: refuse,
};

function refuse(): never {
  throw new Error("The server cannot navigate.");
}

/** The page of a payload. */
export function ServerPage({ payload }: { readonly payload: PagePayload }) {
  return (
    <Router
      location={payload.path}
      navigator={navigator}
      navigationType={NavigationType.Pop}
      static
    >
      <App payload={payload} page={serverPages[payload.page]} Route={KnownRoute} />
    </Router>
  );
}

/**
 * Gives a page the parameters of its path. The server chose the page by this path, and to match it again takes the router
 * as long as a small page.
 */
function KnownRoute({ pattern, path, children }: ComponentProps<PageRoute>) {
  const params = pattern.includes(":") ? (matchPath(pattern, path)?.params ?? {}) : {};
  const match = { params, pathname: path, pathnameBase: path, route: {} };
  return (
    <RouteContext.Provider value={{ outlet: null, matches: [match], isDataRoute: false }}>
      {children}
    </RouteContext.Provider>
  );
}
