/** A page with a heading and a message. */
import type { ReactNode } from "react";
import classes from "./notice-page.module.css";

/** Shows the heading and the content below it. */
export function NoticePage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main id="main" className={classes.notice}>
      <h1>{title}</h1>
      {children}
    </main>
  );
}
