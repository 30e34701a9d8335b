/** A page that has one thing to say. */
import type { ReactNode } from "react";
import classes from "./notice-page.module.css";

/** Shows a heading and the words beneath it. */
export function NoticePage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main id="main" className={classes.notice}>
      <h1>{title}</h1>
      {children}
    </main>
  );
}
