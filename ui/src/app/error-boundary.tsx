/** The last net: a page that fails while it is on screen says so in one sentence. */
import { Component, type ReactNode } from "react";
import { pageFailed } from "#content/messages.ts";
import classes from "./error-boundary.module.css";
import { paths } from "./paths.ts";

type Props = { readonly children: ReactNode };
type State = { readonly hasFailed: boolean };

/** Shows a plain sentence and a way home instead of a failed page. React reports the cause. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { hasFailed: false };

  static getDerivedStateFromError(): State {
    return { hasFailed: true };
  }

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <main className={classes.failure}>
        <p role="alert">{pageFailed}</p>
        <p>
          <a href={paths.landing}>Back to Home</a>
        </p>
      </main>
    );
  }
}
