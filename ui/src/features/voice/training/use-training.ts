/** Training a phrase: five takes, half a minute of ordinary speech, and how reliable the result is. */
import { useEffect, useRef, useState } from "react";
import { showProblem } from "#components/toast/toast-store.ts";
import { messageText, saveMessages } from "#content/messages.ts";
import { pause, runningTime } from "#platform/clock.ts";
import { MicrophoneError } from "#platform/sound/microphone.ts";
import { keepStorage } from "#platform/storage/storage.ts";
import { saveSettings } from "#store/settings/settings-copy.ts";
import {
  useVoicePhrase,
  type VoicePhrase,
  voiceSharingRecord,
  writeVoicePhrase,
} from "#store/settings/voice-phrase.ts";
import { pageVoiceState } from "../listening/state.ts";
import { type Enrolment, enrolment, TAKE_WAYS, takeProblem } from "../spotter/enrolment.ts";
import { phraseProblem } from "../spotter/phrase-rules.ts";
import { inSlices } from "../spotter/work.ts";
import { recordSamples } from "./record-samples.ts";

/** Seconds of one take, and of the ordinary speech. */
const TAKE_SECONDS = 4;
const ORDINARY_SECONDS = 30;
/** The longest time that judging a phrase keeps the page busy at once, in milliseconds. */
const SLICE_MS = 16;

/** The stage of a training. */
type TrainingStage = "idle" | "takes" | "ordinary" | "judging" | "done";

/** A training, for its screen. */
export interface Training {
  readonly kept: VoicePhrase | null;
  readonly stage: TrainingStage;
  readonly phrase: string;
  readonly takes: number;
  /** 0 to 1 while the microphone records, null otherwise. */
  readonly progress: number | null;
  readonly problem: string | null;
  readonly result: Enrolment | null;
  readonly begin: (phrase: string) => void;
  /** Records what the stage asks for. */
  readonly record: () => void;
  readonly cancel: () => void;
  readonly forget: () => void;
}

/** Why a training failed whose takes were good enough: the device does not store the phrase. */
const NOT_STORED = new Error("Not stored");

/** Judges the takes in slices, and stores the phrase when it is reliable enough. */
async function judge(
  phrase: string,
  takes: readonly Float32Array[],
  ordinary: Float32Array,
): Promise<Enrolment> {
  const enrolled = await inSlices(enrolment(takes, ordinary), {
    sliceMs: SLICE_MS,
    now: runningTime,
    breathe: () => pause(0),
  });
  const { strength, threshold } = enrolled;
  if (strength !== "weak") {
    const features = enrolled.takes.map((one) => [...one]);
    await writeVoicePhrase({ phrase, strength, threshold, takes: features }).catch(() => {
      throw NOT_STORED;
    });
    chooseIfNeeded();
    void keepStorage();
  }
  return enrolled;
}

/**
 * A person who trains a phrase wants it to be heard: it becomes the choice unless it can be heard beside the words, or
 * this is not known yet. Every screen that shows the choice shows it, and the voice screen says what is not heard.
 */
function chooseIfNeeded(): void {
  const { target } = pageVoiceState.get();
  const isBeside = target.engine !== "spotter" && target.engine !== "none";
  if (isBeside && voiceSharingRecord.read() !== "alone") return;
  void showProblem(saveSettings({ wakeWordMode: "trained" }));
}

/** Forgets the phrase, or says that this device could not. */
function forget(): void {
  const done = writeVoicePhrase(null).then(
    () => null,
    () => saveMessages.notChanged,
  );
  void showProblem(done);
}

/** Only features are stored, and only of a phrase that is reliable enough. */
export function useTraining(): Training {
  const kept = useVoicePhrase();
  const [stage, setStage] = useState<TrainingStage>("idle");
  const [phrase, setPhrase] = useState("");
  const [takes, setTakes] = useState<readonly Float32Array[]>([]);
  const [progress, setProgress] = useState<number | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [result, setResult] = useState<Enrolment | null>(null);
  const recording = useRef<AbortController | null>(null);
  // Whoever leaves the screen, or is sent away to type the code, is not listened to any longer.
  useEffect(() => () => recording.current?.abort(), []);

  const begin = (typed: string) => {
    const wrong = phraseProblem(typed);
    setProblem(wrong);
    if (wrong !== null) return;
    setPhrase(typed.trim());
    setTakes([]);
    setResult(null);
    setStage("takes");
  };
  const addTake = (samples: Float32Array) => {
    const wrong = takeProblem(samples);
    setProblem(wrong);
    if (wrong !== null) return;
    const all = [...takes, samples];
    setTakes(all);
    if (all.length === TAKE_WAYS.length) setStage("ordinary");
  };
  const finish = async (ordinary: Float32Array) => {
    setStage("judging");
    setProgress(null);
    setResult(await judge(phrase, takes, ordinary));
    setTakes([]);
    setStage("done");
  };
  const record = async () => {
    setProblem(null);
    setProgress(0);
    try {
      const seconds = stage === "takes" ? TAKE_SECONDS : ORDINARY_SECONDS;
      recording.current = new AbortController();
      const samples = await recordSamples(seconds, setProgress, recording.current.signal);
      if (stage === "takes") addTake(samples);
      else await finish(samples);
    } catch (error) {
      setStage(stage);
      setProblem(sentenceFor(error));
    } finally {
      setProgress(null);
    }
  };
  return {
    kept,
    stage,
    phrase,
    takes: takes.length,
    progress,
    problem,
    result,
    begin,
    record: () => void record(),
    cancel: () => {
      setTakes([]);
      setProblem(null);
      setStage("idle");
    },
    forget,
  };
}

function sentenceFor(error: unknown): string {
  if (error === NOT_STORED) return messageText(saveMessages.notChanged);
  if (error instanceof MicrophoneError && error.reason === "denied") {
    return "Microphone access denied. Allow it in the browser's settings for this site.";
  }
  return "The microphone could not be used. Close other apps that use it and try again.";
}
