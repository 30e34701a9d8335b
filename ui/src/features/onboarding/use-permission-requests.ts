/** The set-up's requests for location and microphone, for components. */
import { useEffect, useState, useSyncExternalStore } from "react";
import { locationErrors, recordingErrors } from "#content/messages.ts";
import { wallTime } from "#platform/clock.ts";
import {
  askPosition,
  onWhereabouts,
  unknownWhereabouts,
  whereabouts,
} from "#platform/sensors/geolocation.ts";
import { closeStream, MicrophoneError, openMicrophone } from "#platform/sound/microphone.ts";
import { noteSetup } from "#store/settings/setup.ts";

/** Asks for the position at a tap, and says what came of it. `ask` looks at the permission after each answer. */
export function usePlaceRequest(ask: () => void) {
  const known = useSyncExternalStore(onWhereabouts, whereabouts, unknownWhereabouts);
  const [isAsked, setAsked] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `ask` is called for each answer only.
  useEffect(() => {
    if (!known.isAsking) ask();
  }, [known]);
  const request = () => {
    setAsked(true);
    askPosition();
  };
  const isUnanswered = isAsked && known.fix === null && !known.isAsking;
  const { problem } = known;
  return {
    request,
    isAsking: isAsked && known.isAsking,
    isDenied: problem === "denied",
    problem:
      isUnanswered && problem !== null && problem !== "denied" ? placeProblem(problem) : undefined,
  };
}

const placeProblem = (problem: string) =>
  problem === "unsupported"
    ? locationErrors.unsupported
    : "Your location was not found. Switch on the device's location services, go near a window and try again.";

/** Opens the microphone for a moment at a tap, and says what came of it. */
export function useMicrophoneRequest(ask: () => void) {
  const [state, setState] = useState<"idle" | "asking" | MicrophoneError["reason"]>("idle");
  const request = async () => {
    setState("asking");
    try {
      closeStream(await openMicrophone());
      noteSetup({ microphoneOpenedAt: wallTime() });
      setState("idle");
    } catch (error) {
      noteSetup({ microphoneOpenedAt: null });
      setState(error instanceof MicrophoneError ? error.reason : "unavailable");
    }
    ask();
  };
  const failure =
    state === "missing" || state === "unavailable" ? recordingErrors[state] : undefined;
  return {
    request: () => void request(),
    isAsking: state === "asking",
    isDenied: state === "denied",
    problem: failure,
  };
}
