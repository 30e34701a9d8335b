/** A page as the server renders it. */
import { serverPages } from "virtual:server-pages";
import { NavigationType, type Navigator, Router } from "react-router";
import type { PagePayload } from "#wire/pages.ts";
import { App } from "./app.tsx";

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
      <App payload={payload} page={serverPages[payload.page]} />
    </Router>
  );
}
