/** The server bundle: one function that turns a page's payload into the HTML of `#root`. */
import { ServerPage } from "#app/server-page.tsx";
import { renderHtml } from "#html/render.ts";
import { Unsupported } from "#html/unsupported.ts";
import type { PagePayload } from "#wire/pages.ts";
// The package's public entry is the streaming build, which needs globals that bare V8 lacks and is
// three times slower; the build asserts that this file still exports `renderToString`.
// @ts-expect-error The file has no types of its own.
import { renderToString } from "../node_modules/react-dom/cjs/react-dom-server-legacy.browser.production.js";

/** Takes the JSON text of a `PagePayload` and returns HTML. Throws when the page cannot be rendered. */
export function render(payload: string): string {
  const page = <ServerPage payload={JSON.parse(payload) as PagePayload} />;
  try {
    return renderHtml(page);
  } catch (error) {
    if (!(error instanceof Unsupported)) throw error;
    return renderToString(page);
  }
}
