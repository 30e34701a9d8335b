/** An error boundary around one section of a screen. */
import type { ReactNode } from "react";
import classes from "./boundary.module.css";
import { Boundary } from "./boundary.tsx";

type PanelBoundaryProps = {
  readonly children: ReactNode;
  /** Whether the section renders nothing visible; its failure is then not shown. */
  readonly isUnseen?: boolean;
};

/** Replaces a failed section by a sentence; the rest of the screen keeps working. */
export function PanelBoundary({ children, isUnseen = false }: PanelBoundaryProps) {
  const sentence = (
    <p className={classes.panel} role="alert">
      This section isn't working. The other buttons still work.
    </p>
  );
  return <Boundary fallback={isUnseen ? null : sentence}>{children}</Boundary>;
}
