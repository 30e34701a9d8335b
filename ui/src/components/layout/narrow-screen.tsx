/** The layout of a screen of the app with one narrow column: heading and content. */
import type { ReactNode } from "react";
import classes from "./screen.module.css";

type NarrowScreenProps = {
  readonly title: string;
  /** What other code finds the screen by, as `data-screen`. */
  readonly name?: string;
  readonly children: ReactNode;
};

/** Renders the document's `main`. */
export function NarrowScreen({ title, name, children }: NarrowScreenProps) {
  return (
    <main id="main" className={classes.screen} data-screen={name}>
      <h1>{title}</h1>
      {children}
    </main>
  );
}
