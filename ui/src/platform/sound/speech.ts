/** The browser's speech recognition. */
import { voiceLimits } from "#content/limits.ts";
import { withinTime } from "#platform/clock.ts";

/** The callbacks of a session, in their order. */
export interface SpeechEvents {
  readonly began: () => void;
  /** There is sound, or speech. */
  readonly sensed?: () => void;
  readonly heard: (text: string) => void;
  readonly failed: (code: string) => void;
  /** Always called last, once. */
  readonly ended: () => void;
}

/** A session that recognises one utterance. */
export interface SpeechSession {
  /** Aborts; resolves when the recogniser has ended, or after two seconds. */
  readonly stop: () => Promise<void>;
}

interface Alternative {
  readonly transcript: string;
}

interface Recognition extends EventTarget {
  lang: string;
  continuous: boolean;
  interimResults: boolean;
  maxAlternatives: number;
  processLocally?: boolean;
  start(): void;
  abort(): void;
}

interface RecognitionType {
  new (): Recognition;
  available?(options: { langs: string[]; processLocally: boolean }): Promise<string>;
}

/**
 * How long an abort may take before the session counts as ended, in milliseconds. A recording does not wait as long
 * for the microphone, and knows by that that the recogniser may still have it.
 */
const ABORT_MS = 2_000;

function recognitionType(): RecognitionType | undefined {
  const scope = window as {
    SpeechRecognition?: RecognitionType;
    webkitSpeechRecognition?: RecognitionType;
  };
  return scope.SpeechRecognition ?? scope.webkitSpeechRecognition;
}

/** Whether the browser has the API; it may still not work. */
export function hasSpeechRecognition(): boolean {
  return recognitionType() !== undefined;
}

/** Whether recognition of our language is available on the device. */
export async function isSpeechLocal(): Promise<boolean> {
  const answer = recognitionType()?.available?.({
    langs: [voiceLimits.language],
    processLocally: true,
  });
  try {
    return (await answer) === "available";
  } catch {
    return false;
  }
}

/** Starts a session for one utterance in en-US, without interim results. */
export function recogniseSpeech(isLocal: boolean, events: SpeechEvents): SpeechSession {
  const Recognition = recognitionType();
  if (Recognition === undefined) throw new Error("This browser has no speech recognition.");
  const recognition = new Recognition();
  recognition.lang = voiceLimits.language;
  recognition.continuous = false;
  recognition.interimResults = false;
  recognition.maxAlternatives = 1;
  if (isLocal) recognition.processLocally = true;

  let isOver = false;
  let resolve: () => void = () => undefined;
  const over = new Promise<void>((keep) => {
    resolve = keep;
  });
  const end = () => {
    if (isOver) return;
    isOver = true;
    resolve();
    events.ended();
  };
  const when = (name: string, act: (event: Event) => void) =>
    recognition.addEventListener(name, (event) => {
      if (!isOver) act(event);
    });
  when("start", events.began);
  when("audiostart", events.began);
  when("soundstart", () => events.sensed?.());
  when("speechstart", () => events.sensed?.());
  when("result", (event) => {
    for (const text of newTexts(event)) events.heard(text);
  });
  when("error", (event) => events.failed((event as Event & { error: string }).error));
  when("end", end);
  try {
    recognition.start();
  } catch {
    events.failed("audio-capture");
    end();
  }
  return {
    stop: async () => {
      recognition.abort();
      await withinTime(over, ABORT_MS, undefined);
      end();
    },
  };
}

function newTexts(event: Event): string[] {
  const { resultIndex, results } = event as Event & {
    resultIndex: number;
    results: ArrayLike<ArrayLike<Alternative>>;
  };
  return Array.from(results)
    .slice(resultIndex)
    .map((result) => result[0]?.transcript.trim() ?? "")
    .filter((text) => text !== "");
}
