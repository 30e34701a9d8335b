/** The page for unknown paths. */

import { NarrowPage } from "#components/layout/page.tsx";
import * as paths from "#content/paths.ts";

/** Shows the message and a link to the landing page. */
export function NotFoundPage() {
  return (
    <NarrowPage title="Page Not Found">
      <p>The page you're looking for doesn't exist.</p>
      <p>
        <a href={paths.landing}>Back to Home</a>
      </p>
    </NarrowPage>
  );
}
