/** An error boundary around a page that keeps the emergency's controls on the screen. */
import type { ReactNode } from "react";
import classes from "./boundary.module.css";
import { Boundary } from "./boundary.tsx";

type PageBoundaryProps = {
  readonly children: ReactNode;
  /** The controls that replace a failed page; null where the page must not show what the app is. */
  readonly aids: ReactNode;
};

/** Shows the page, or a sentence and the aids when it failed. */
export function PageBoundary({ children, aids }: PageBoundaryProps) {
  const instead = (
    <main id="main" className={classes.page}>
      <h1>This page isn't working</h1>
      <p role="alert">
        {aids !== null && "The calls and the emergency buttons below still work. "}Reload to try
        again.
      </p>
      {aids}
    </main>
  );
  return <Boundary fallback={instead}>{children}</Boundary>;
}
