/** A part of a screen that is loaded once the screen is shown. */
import { type ComponentType, type ReactNode, useState } from "react";
import { useLazyPart } from "#components/loading.ts";
import { pageFailed } from "#content/messages.ts";

type LatePartProps<Props> = {
  readonly load: () => Promise<ComponentType<Props>>;
  /** What is said until it is there. */
  readonly waiting?: string;
  readonly children: (Part: ComponentType<Props>) => ReactNode;
};

/**
 * Shows the part, or what is said of it. After a release the server no longer has the files of a page that was open before,
 * and it helps to load the page again.
 */
export function LatePart<Props>({
  load,
  waiting = "One moment...",
  children,
}: LatePartProps<Props>) {
  const [hasFailed, setFailed] = useState(false);
  const Part = useLazyPart(load, true, () => setFailed(true));
  if (Part !== null) return children(Part);
  return <p role="status">{hasFailed ? pageFailed : waiting}</p>;
}
