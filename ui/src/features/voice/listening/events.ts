/** What can happen to listening, and what its machine asks for. */
import type { PowerPolicy } from "./power-policy.ts";
import type { SharingAnswer, SharingEffect } from "./sharing.ts";
import type { Target, VoiceState } from "./state.ts";
import type { IsMention } from "./wake-words.ts";

/** What a session reports. */
export type SessionEvent =
  /** A sign of life, with the loudest sample since the one before (0 to 1), or null from an engine that does not measure. */
  | { readonly type: "alive"; readonly peak: number | null }
  /** The browser asks the person for the microphone. */
  | { readonly type: "asking" }
  /** Recognition noticed that there is sound. */
  | { readonly type: "sensed" }
  | { readonly type: "muted"; readonly isMuted: boolean }
  | { readonly type: "heard"; readonly text: string; readonly isMention: IsMention }
  | { readonly type: "spotted"; readonly phrase: string }
  | { readonly type: "failed"; readonly code: string; readonly isDenied: boolean }
  | { readonly type: "ended" }
  /** The pause after it is over. */
  | { readonly type: "waited" };

/** Everything that can happen. */
export type VoiceEvent =
  /** `answer` is what this session of the browser knows about a spotter beside recognition. */
  | {
      readonly type: "switched-on";
      readonly target: Target;
      readonly answer: SharingAnswer | null;
    }
  | { readonly type: "switched-off"; readonly target: Target }
  | (SessionEvent & { readonly session: number })
  /** The spotter beside recognition gives a sign of life, ended by itself, or heard its phrase. */
  | { readonly type: "beside-alive"; readonly peak: number }
  | { readonly type: "beside-ended"; readonly code: string }
  | { readonly type: "beside-spotted"; readonly phrase: string }
  /** Looked at regularly: a hanging engine, and a microphone that became free. */
  | { readonly type: "watched"; readonly isMicrophoneFree: boolean }
  /** The page is visible again, or the permission changed: what failed before may work now. */
  | { readonly type: "returned" }
  | { readonly type: "microphone-taken" }
  | { readonly type: "battery-read"; readonly power: PowerPolicy }
  /** The browser keeps the screen on, or does not. */
  | { readonly type: "screen-answered"; readonly isKept: boolean };

/** What the machine asks for. */
export type VoiceEffect =
  | { readonly type: "start"; readonly session: number }
  /** Everything that listens, or only the engine of the session. */
  | { readonly type: "stop" | "stop-session" }
  | SharingEffect
  | { readonly type: "wait"; readonly session: number; readonly ms: number }
  | { readonly type: "announce"; readonly word: string };

/** The next state and its effects, in their order. */
export interface VoiceStep {
  readonly state: VoiceState;
  readonly effects: readonly VoiceEffect[];
}
