/** Keeps what fails from taking the rest of the screen with it. React reports the cause. */
import { Component, type ReactNode } from "react";
import classes from "./panel-boundary.module.css";

type Props = {
  readonly children: ReactNode;
  /** Whether the part shows nothing of its own, so that nobody misses it. */
  readonly isUnseen?: boolean;
};
type State = { readonly hasFailed: boolean };

/** Catches one part that fails; the rest of the screen stays as it is. */
export class PanelBoundary extends Component<Props, State> {
  override state: State = { hasFailed: false };

  static getDerivedStateFromError(): State {
    return { hasFailed: true };
  }

  override render(): ReactNode {
    if (!this.state.hasFailed) {
      return this.props.children;
    }
    return this.props.isUnseen ? null : (
      <p className={classes.panel} role="alert">
        This part does not work right now. The other buttons do.
      </p>
    );
  }
}
