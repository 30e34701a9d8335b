/** Catches a page that fails and keeps what a person in danger needs on the screen. */
import type { ReactNode } from "react";
import { Boundary } from "./boundary.tsx";
import classes from "./page-boundary.module.css";

type PageBoundaryProps = {
  readonly children: ReactNode;
  /** What is offered in the place of a page that failed. */
  readonly aids: ReactNode;
};

/** Shows the page, or, when it failed, a sentence and the aids. */
export function PageBoundary({ children, aids }: PageBoundaryProps) {
  const instead = (
    <main id="main" className={classes.page}>
      <h1>This page isn't working</h1>
      <p role="alert">The calls and the emergency buttons below still work. Reload to try again.</p>
      {aids}
    </main>
  );
  return <Boundary fallback={instead}>{children}</Boundary>;
}
