/** What is heard while an emergency behind the heart monitor is recorded: a pure rule. */
import type { SharingAnswer } from "./sharing.ts";
import type { Target } from "./state.ts";

/**
 * What is heard along with the recorder, of what is heard otherwise; null when nothing can be. The trained phrase is
 * spotted in the recorder's own stream. Recognition opens a microphone of its own, which may take the recorder's away:
 * it goes on only where this session of the browser has seen both hear.
 */
export function besideRecorder(target: Target, answer: SharingAnswer | null): Target | null {
  if (target.engine === "spotter") return target;
  if (target.beside === null) return null;
  if (answer === "shared") return target;
  return {
    engine: "spotter",
    words: [target.beside],
    kind: "trained",
    missing: null,
    beside: null,
    unheard: "no-recognition",
  };
}
