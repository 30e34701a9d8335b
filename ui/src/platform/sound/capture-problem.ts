/** What the browser's refusal of a camera or microphone means. */

const PROBLEMS: Readonly<Record<string, "denied" | "missing">> = {
  NotAllowedError: "denied",
  SecurityError: "denied",
  NotFoundError: "missing",
  OverconstrainedError: "missing",
};

/**
 * Why `getUserMedia` failed, by the name of its exception; null where the name says neither.
 * Source: W3C, Media Capture and Streams, getUserMedia().
 */
export function captureProblem(error: unknown): "denied" | "missing" | null {
  return (error instanceof Error && PROBLEMS[error.name]) || null;
}
