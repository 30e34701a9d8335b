/** What stands in the place of a page that needs a connection: an installed app has no button that leads back. */
import * as paths from "#content/paths.ts";
import { disguiseTitle } from "#content/product.ts";

const style =
  "body{max-width:28rem;margin:0 auto;padding:2rem 1rem;font:1rem/1.5 system-ui,sans-serif}a{display:block;padding:.75rem 0}";

const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark"><title>${disguiseTitle}</title><style>${style}</style></head><body><main><h1>No connection</h1><p>This page needs the internet. The app works without it.</p><a href="">Try again</a><a href="${paths.heartMonitor}">Back to the app</a></main></body></html>`;

/** The response; it is stored nowhere. */
export function offlinePage(): Response {
  return new Response(html, {
    status: 503,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'",
    },
  });
}
