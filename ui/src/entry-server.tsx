/** The server bundle: one function that turns a page's payload into the HTML of `#root`. */

import { serverPages } from "virtual:server-pages";
import { NavigationType, type Navigator, Router } from "react-router";
import { App } from "#app/app.tsx";
import type { PagePayload } from "#wire/pages.ts";
// The package's public entry is the streaming build, which needs globals that bare V8 lacks and is
// three times slower; the build asserts that this file still exports `renderToString`.
// @ts-expect-error The file has no types of its own.
import { renderToString } from "../node_modules/react-dom/cjs/react-dom-server-legacy.browser.production.js";

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

/** Takes the JSON text of a `PagePayload` and returns HTML. Throws when the page cannot be rendered. */
export function render(payload: string): string {
  const parsed = JSON.parse(payload) as PagePayload;
  return renderToString(
    <Router location={parsed.path} navigator={navigator} navigationType={NavigationType.Pop} static>
      <App payload={parsed} page={serverPages[parsed.page]} />
    </Router>,
  );
}
