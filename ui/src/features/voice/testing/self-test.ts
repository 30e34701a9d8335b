/** The two tests of the voice screen: whether the microphone is loud enough, and what recognition understands. */
import { showToast } from "#components/toast/toast-store.ts";
import { voiceLimits } from "#content/limits.ts";
import { voiceMessages } from "#content/messages.ts";
import { pause, wallTime } from "#platform/clock.ts";
import {
  type Capture,
  captureSound,
  keepMicrophone,
  loudestLevel,
} from "#platform/sound/audio-capture.ts";
import {
  leaveMicrophone,
  microphonePermission,
  takeMicrophone,
} from "#platform/sound/microphone.ts";
import { hasSpeechRecognition, isSpeechLocal, recogniseSpeech } from "#platform/sound/speech.ts";
import { PROCESSOR } from "#platform/sound/worklet-samples.ts";
import { emergencyStateRecord } from "#store/emergency/emergency-state.ts";
import { readVoicePhrase } from "#store/settings/voice-phrase.ts";
import { logLine } from "../listening/log.ts";
import { isMention } from "../listening/mentions.ts";
import type { Target } from "../listening/state.ts";
import { problemText } from "../listening/status.ts";
import { matchWake } from "../listening/wake-words.ts";
import type { FromWorklet, ToWorklet } from "../spotter/worklet-messages.ts";

/**
 * Runs a test with the microphone to itself. When somebody else needs it, a recording perhaps, the signal is aborted
 * and the test is to end.
 */
async function withMicrophone(test: (wanted: AbortSignal) => Promise<void>): Promise<void> {
  const wanted = new AbortController();
  let over: () => void = () => undefined;
  const isOver = new Promise<void>((resolve) => {
    over = resolve;
  });
  const user = {
    letGo: () => {
      // Anybody else may be about to recognise speech, which a copy would make deaf.
      if (emergencyStateRecord.read().isLocked) keepMicrophone();
      wanted.abort();
      return isOver;
    },
  };
  await takeMicrophone(user);
  try {
    await test(wanted.signal);
  } finally {
    over();
    leaveMicrophone(user);
  }
}

const log = (text: string) => logLine(text, wallTime());

/** Listens for two seconds; a peak above 50 is loud enough. */
export function testMicrophone(): Promise<void> {
  return withMicrophone(async () => {
    try {
      const level = await loudestLevel(voiceLimits.micTestMs);
      const isLoud = voiceLimits.micTestLevel < level;
      log(isLoud ? `Microphone working (level ${Math.round(level)})` : voiceMessages.micQuiet);
    } catch {
      log(voiceMessages.required);
      showToast(voiceMessages.micTestFailed);
    }
  });
}

/**
 * Tries what is heard now, and logs whether it was; starts no emergency. `isShared` says whether this device was seen
 * to hear the trained phrase beside recognition.
 */
export function testSpeech(target: Target, isShared: boolean): Promise<void> {
  if (target.engine === "spotter") return testSpotter(target.words[0] ?? "");
  return testRecognition(target, isShared ? target.beside : null);
}

/** Recognises one utterance and logs whether it holds a wake word, or was the phrase `beside` it. */
async function testRecognition(target: Target, beside: string | null): Promise<void> {
  if (!hasSpeechRecognition()) {
    log(voiceMessages.unsupported);
    showToast(voiceMessages.unsupportedToast);
    return;
  }
  // The screen says that nothing is listened for and no sound leaves the device.
  if (target.missing !== null) return log(problemText({ kind: "missing", what: target.missing }));
  const isLocal = await isSpeechLocal();
  await withMicrophone(async (wanted) => {
    const heard = () => log(`Trained phrase "${beside}" heard`);
    const capture = beside === null ? null : await spotOnce(heard).catch(() => null);
    await new Promise<void>((resolve) => {
      let hasHeard = false;
      const session = recogniseSpeech(isLocal, {
        began: () => log("Listening, say something"),
        heard: (text) => {
          hasHeard = true;
          const word = matchWake([{ text, at: 0 }], target.words, isMention);
          log(word === null ? `Heard: "${text}"` : `Heard: "${text}" - wake word "${word}" found`);
        },
        failed: (code) => void explain(code),
        ended: () => {
          if (!hasHeard) log("Nothing was understood");
          resolve();
        },
      });
      const stop = () => void session.stop();
      if (wanted.aborted) stop();
      else wanted.addEventListener("abort", stop);
    });
    await capture?.close();
  });
}

/** Opens the microphone for the trained phrase; calls back when it was heard, or the microphone was lost. */
async function spotOnce(heard: () => void, lost: () => void = () => undefined): Promise<Capture> {
  const phrase = await readVoicePhrase();
  if (phrase === null) throw new Error("No phrase is trained.");
  const said = (message: unknown) => {
    if ((message as FromWorklet).type === "spotted") heard();
  };
  const capture = await captureSound(__VOICE_WORKLET__, PROCESSOR, { said, lost });
  const message: ToWorklet = { type: "spot", phrase };
  capture.tell(message);
  return capture;
}

/** How long the trained phrase is waited for, in milliseconds. */
const PHRASE_TEST_MS = 6_000;

/** Listens for the trained phrase alone, because the browser's recognition is not what would hear it. */
async function testSpotter(phrase: string): Promise<void> {
  if ((await readVoicePhrase()) === null) return log(voiceMessages.noPhrase);
  await withMicrophone(async (wanted) => {
    let isHeard = false;
    let over: () => void = () => undefined;
    const isOver = new Promise<void>((resolve) => {
      over = resolve;
    });
    const heard = () => {
      isHeard = true;
      over();
    };
    try {
      const capture = await spotOnce(heard, over);
      wanted.addEventListener("abort", over);
      log(`Listening, say "${phrase}"`);
      if (!wanted.aborted) await Promise.race([isOver, pause(PHRASE_TEST_MS)]);
      await capture.close();
      log(isHeard ? `Trained phrase "${phrase}" heard` : "The trained phrase was not heard");
    } catch {
      log(voiceMessages.required);
      showToast(voiceMessages.micTestFailed);
    }
  });
}

async function explain(code: string): Promise<void> {
  if (code === "no-speech" || code === "aborted") return;
  const isDenied = code === "not-allowed" && (await microphonePermission()) === "denied";
  log(isDenied ? voiceMessages.denied : voiceMessages.error(code));
}
