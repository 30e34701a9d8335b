/** The error boundaries around a section of a screen, and around a page, which keeps the emergency's controls on the screen. */
import type { ReactNode } from "react";
import { Button } from "../button.tsx";
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

type PageBoundaryProps = {
  readonly children: ReactNode;
  /** The controls that replace a failed page; null where the page must not show what the app is. */
  readonly aids: ReactNode;
  /** Loads the document anew: an app on an iPhone's Home Screen has no other way to. */
  readonly onReload: () => void;
};

/** Shows the page, or a sentence and the aids when it failed. */
export function PageBoundary({ children, aids, onReload }: PageBoundaryProps) {
  const instead = (
    <main id="main" className={classes.page}>
      <h1>This page isn't working</h1>
      <p role="alert">
        {aids !== null && "The calls and the emergency buttons below still work. "}Reload to try
        again.
      </p>
      {aids}
      <Button tone="secondary" onClick={onReload}>
        Reload
      </Button>
    </main>
  );
  return <Boundary fallback={instead}>{children}</Boundary>;
}
