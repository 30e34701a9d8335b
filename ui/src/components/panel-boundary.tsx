/** Keeps a section that fails from taking the rest of the screen with it. */
import type { ReactNode } from "react";
import { Boundary } from "./boundary.tsx";
import classes from "./panel-boundary.module.css";

type PanelBoundaryProps = {
  readonly children: ReactNode;
  /** Whether the section shows nothing of its own; then nothing is said about its failure. */
  readonly isUnseen?: boolean;
};

/** Catches the failure of one section; the rest of the screen stays as it is. */
export function PanelBoundary({ children, isUnseen = false }: PanelBoundaryProps) {
  const sentence = (
    <p className={classes.panel} role="alert">
      This section isn't working. The other buttons still work.
    </p>
  );
  return <Boundary fallback={isUnseen ? null : sentence}>{children}</Boundary>;
}
