/** Keeps what fails from taking the rest of the screen with it. */
import type { ReactNode } from "react";
import { Boundary } from "#components/boundary.tsx";
import classes from "./panel-boundary.module.css";

type PanelBoundaryProps = {
  readonly children: ReactNode;
  /** Whether the part shows nothing of its own, so that nobody misses it. */
  readonly isUnseen?: boolean;
};

/** Catches one part that fails; the rest of the screen stays as it is. */
export function PanelBoundary({ children, isUnseen = false }: PanelBoundaryProps) {
  const sentence = (
    <p className={classes.panel} role="alert">
      This part does not work right now. The other buttons do.
    </p>
  );
  return <Boundary fallback={isUnseen ? null : sentence}>{children}</Boundary>;
}
