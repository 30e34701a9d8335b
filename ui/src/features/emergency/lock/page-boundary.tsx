/** Catches a page that fails, and offers what a person in danger needs in its place. */
import type { ReactNode } from "react";
import { Boundary } from "#components/boundary.tsx";
import { EmergencyButtons } from "../trigger/emergency-buttons.tsx";
import { CallButtons } from "./call-buttons.tsx";
import classes from "./page-boundary.module.css";

/** Shows the page, or, when it failed, the emergency without it. */
export function PageBoundary({ children }: { readonly children: ReactNode }) {
  return <Boundary fallback={<WithoutPage />}>{children}</Boundary>;
}

function WithoutPage() {
  return (
    <main id="main" className={classes.page}>
      <h1>This page does not work right now</h1>
      <p role="alert">
        Calls and the emergency buttons below still do. Reload to get the rest back.
      </p>
      <CallButtons />
      <EmergencyButtons />
    </main>
  );
}
