/** A React error boundary. React reports the cause. */
import { Component, type ReactNode } from "react";

type Props = {
  readonly children: ReactNode;
  /** Shown instead of children that failed. */
  readonly fallback: ReactNode;
};
type State = { readonly hasFailed: boolean };

/** Shows its children until one of them throws while rendering. */
export class Boundary extends Component<Props, State> {
  override state: State = { hasFailed: false };

  static getDerivedStateFromError(): State {
    return { hasFailed: true };
  }

  override render(): ReactNode {
    return this.state.hasFailed ? this.props.fallback : this.props.children;
  }
}
