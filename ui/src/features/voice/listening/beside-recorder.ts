/** What is heard while an emergency behind the heart monitor is recorded: a pure rule. */
import type { SharingAnswer } from "./sharing.ts";
import type { Target } from "./state.ts";

/** What is known of the device's microphone. */
interface Shareable {
  /** What this session of the browser has seen. */
  readonly answer: SharingAnswer | null;
  /** Whether it is a phone, whose microphone may go silent for the recorder without an error. */
  readonly isPhone: boolean;
}

/**
 * What is heard along with the recorder, of what is heard otherwise; null when nothing can be. The trained phrase is
 * spotted in the recorder's own stream. Recognition opens a microphone of its own, which may take the recorder's away:
 * it goes on only where this session of the browser has seen both hear. Where no phrase is trained it is the only thing that
 * can hear, so on a computer it goes on until the recorder is seen to lose the microphone.
 */
export function besideRecorder(target: Target, { answer, isPhone }: Shareable): Target | null {
  if (target.engine === "spotter") return target;
  if (target.beside === null) {
    const isShared = answer === "shared" || (answer === null && !isPhone);
    return target.engine !== "none" && isShared ? target : null;
  }
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
