/** Listening as one pure machine: the session's engine (`machine.ts`) and the spotter beside it (`sharing.ts`). */
import type { VoiceEvent, VoiceStep } from "./events.ts";
import { nextSession } from "./machine.ts";
import {
  nextSharing,
  type Sharing,
  type SharingEffect,
  type SharingEvent,
  startSharing,
} from "./sharing.ts";
import type { VoiceState } from "./state.ts";

/** The next state and its effects; `now` is the monotonic clock, in milliseconds. */
export function nextVoice(state: VoiceState, event: VoiceEvent, now: number): VoiceStep {
  if ("session" in event && event.session !== state.session) return { state, effects: [] };
  const next = nextSession(state, event, now);
  let sharing: Sharing = state.sharing;
  const added: SharingEffect[] = [];
  for (const one of sharingEvents(state, event, next)) {
    const step = nextSharing(sharing, one, now);
    sharing = step.sharing;
    added.push(...step.effects);
  }
  if (event.type === "switched-on") {
    sharing = startSharing(event.target.beside !== null, event.answer);
  }
  if (sharing === next.state.sharing) return next;
  return { state: { ...next.state, sharing }, effects: [...next.effects, ...added] };
}

/** Codes that recognition gives when somebody else has the microphone, our own spotter perhaps. */
const BUSY = new Set(["audio-capture", "not-allowed"]);

/** What an event and the step that follows from it mean for the spotter beside recognition. */
function sharingEvents(
  before: VoiceState,
  event: VoiceEvent,
  { state, effects }: VoiceStep,
): readonly SharingEvent[] {
  if (effects.some(({ type }) => type === "stop")) return [{ type: "closed" }];
  if (effects.some(({ type }) => type === "stop-session")) {
    // Recognition that hangs beside the spotter may do so because of it.
    return event.type === "watched" ? [{ type: "ended" }, { type: "busy" }] : [{ type: "ended" }];
  }
  switch (event.type) {
    case "alive":
      return state.phase === "listening" ? [{ type: "began" }] : [];
    case "sensed":
    case "heard":
      return [{ type: "sensed" }];
    case "ended":
      return [{ type: "ended" }];
    case "failed":
      return before.phase !== "off" && BUSY.has(event.code) && !event.isDenied
        ? [{ type: "busy" }]
        : [];
    case "beside-alive":
      return [{ type: "pulse", peak: event.peak }];
    case "beside-ended":
      return [{ type: "lost", code: event.code }];
    default:
      return [];
  }
}
