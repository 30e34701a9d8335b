/** Any path that the product does not know. */

import { NoticePage } from "#components/notice-page.tsx";
import * as paths from "#content/paths.ts";

/** Says so and shows the way home. */
export function NotFoundPage() {
  return (
    <NoticePage title="Page Not Found">
      <p>The page you're looking for doesn't exist.</p>
      <p>
        <a href={paths.landing}>Back to Home</a>
      </p>
    </NoticePage>
  );
}
