/** The frame of public pages: the bar with the quick exit, and the toast area. */
import type { ReactNode } from "react";
import { Icon } from "#components/icon.tsx";
import { ToasterGate } from "#components/toast/toaster-gate.tsx";
import * as paths from "#content/paths.ts";
import { productName, quickExitUrl } from "#content/product.ts";
import classes from "./public-frame.module.css";

/** Shows `children` under the bar. Without script the quick exit is a plain link. */
export function PublicFrame({ children }: { children: ReactNode }) {
  return (
    <>
      <a className={classes.skip} href="#main">
        Skip to content
      </a>
      <header className={classes.bar}>
        <div className={classes.inner}>
          <a className={classes.brand} href={paths.landing}>
            <Icon name="pulse" />
            {productName}
          </a>
          <a
            className={classes.exit}
            href={quickExitUrl}
            rel="nofollow noreferrer"
            data-quick-exit=""
          >
            Quick exit
            <Icon name="exit" />
          </a>
        </div>
      </header>
      {children}
      <ToasterGate />
    </>
  );
}
