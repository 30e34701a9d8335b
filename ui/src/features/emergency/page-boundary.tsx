/** Catches a page that fails, and offers what a person in danger needs in its place. */
import { Component, type ReactNode } from "react";
import { CallButtons } from "./call-buttons.tsx";
import { EmergencyButtons } from "./emergency-buttons.tsx";
import classes from "./page-boundary.module.css";

type Props = { readonly children: ReactNode };
type State = { readonly hasFailed: boolean };

/** Shows the page, or, when it failed, the emergency without it. React reports the cause. */
export class PageBoundary extends Component<Props, State> {
  override state: State = { hasFailed: false };

  static getDerivedStateFromError(): State {
    return { hasFailed: true };
  }

  override render(): ReactNode {
    if (!this.state.hasFailed) {
      return this.props.children;
    }
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
}
