/** What screens say about listening, from its state alone. */
import { voiceMessages } from "#content/messages.ts";
import type { VoicePhase, VoiceProblem } from "./machine.ts";

/** Listening goes on, if only between two sessions. */
export function isListening(phase: VoicePhase): boolean {
  return phase === "listening" || phase === "restarting";
}

/** The heart monitor's line, in words that give nothing away. */
export function statusText(phase: VoicePhase): string {
  switch (phase) {
    case "off":
      return "Voice control off";
    case "starting":
      return "Voice control starting";
    case "listening":
    case "restarting":
      return "Voice control on";
    case "yielding":
      return "Voice control paused";
    case "unavailable":
      return "Voice control unavailable";
  }
}

/** Why listening failed, for the person. */
export function problemText(problem: VoiceProblem): string {
  switch (problem.kind) {
    case "unsupported":
      return voiceMessages.unsupported;
    case "denied":
      return voiceMessages.denied;
    case "engine":
      return voiceMessages.error(problem.code);
  }
}
