/** The outermost error boundary. */
import type { ReactNode } from "react";
import { Boundary } from "#components/boundary/boundary.tsx";
import cardClasses from "#components/layout/card.module.css";
import { pageFailed } from "#content/messages.ts";
import * as paths from "#content/paths.ts";

/** Replaces a page that failed by a sentence and a link to the landing page. */
export function ErrorBoundary({ children }: { readonly children: ReactNode }) {
  const failure = (
    <main className={cardClasses.card}>
      <p role="alert">{pageFailed}</p>
      <p>
        <a href={paths.landing}>Back to Home</a>
      </p>
    </main>
  );
  return <Boundary fallback={failure}>{children}</Boundary>;
}
