/** The two tests of the voice screen: whether the microphone is loud enough, and what recognition understands. */
import { showToast } from "#components/toast-store.ts";
import { voiceLimits } from "#content/limits.ts";
import { voiceMessages } from "#content/messages.ts";
import { captureSound, loudestLevel } from "#platform/audio-capture.ts";
import { pause, wallTime } from "#platform/clock.ts";
import { leaveMicrophone, microphonePermission, takeMicrophone } from "#platform/microphone.ts";
import { hasSpeechRecognition, isSpeechLocal, recogniseSpeech } from "#platform/speech.ts";
import { readVoicePhrase } from "#store/voice-phrase.ts";
import { logLine } from "../listening/log.ts";
import type { Target } from "../listening/state.ts";
import { problemText } from "../listening/status.ts";
import { matchWake } from "../listening/wake-words.ts";
import { type FromWorklet, PROCESSOR, type ToWorklet } from "../spotter/worklet-messages.ts";

/** Runs a test with the microphone to itself; whoever wants it waits until the test is over, two seconds at most. */
async function withMicrophone(test: () => Promise<void>): Promise<void> {
  let over: () => void = () => undefined;
  const user = { letGo: () => new Promise<void>((resolve) => (over = resolve)) };
  await takeMicrophone(user);
  try {
    await test();
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

/** Tries what is heard now, and logs whether it was; starts no emergency. */
export function testSpeech(target: Target): Promise<void> {
  return target.engine === "spotter" ? testSpotter(target) : testRecognition(target);
}

/** Recognises one utterance and logs whether it holds a wake word. */
async function testRecognition(target: Target): Promise<void> {
  if (!hasSpeechRecognition()) {
    log(voiceMessages.unsupported);
    showToast(voiceMessages.unsupportedToast);
    return;
  }
  if (target.missing !== null) log(problemText({ kind: "missing", what: target.missing }));
  const isLocal = await isSpeechLocal();
  await withMicrophone(
    () =>
      new Promise((resolve) => {
        let hasHeard = false;
        recogniseSpeech(isLocal, {
          began: () => log("Listening, say something"),
          heard: (text) => {
            hasHeard = true;
            const word = matchWake([{ text, at: 0 }], target.words);
            log(
              word === null ? `Heard: "${text}"` : `Heard: "${text}" - wake word "${word}" found`,
            );
          },
          failed: (code) => void explain(code),
          ended: () => {
            if (!hasHeard) log("Nothing was understood");
            resolve();
          },
        });
      }),
  );
}

/** How long the trained phrase is waited for, in milliseconds. */
const PHRASE_TEST_MS = 6_000;

/** Listens for the trained phrase alone, because the browser's recognition is not what would hear it. */
async function testSpotter({ words }: Target): Promise<void> {
  const phrase = await readVoicePhrase();
  if (phrase === null) return log(voiceMessages.noPhrase);
  await withMicrophone(async () => {
    let isHeard = false;
    let over: () => void = () => undefined;
    const heard = new Promise<void>((resolve) => {
      over = resolve;
    });
    const said = (message: unknown) => {
      if ((message as FromWorklet).type !== "spotted") return;
      isHeard = true;
      over();
    };
    try {
      const capture = await captureSound(__VOICE_WORKLET__, PROCESSOR, { said, lost: over });
      const message: ToWorklet = { type: "spot", phrase };
      capture.tell(message);
      log(`Listening, say "${words[0]}"`);
      await Promise.race([heard, pause(PHRASE_TEST_MS)]);
      await capture.close();
      log(isHeard ? `Trained phrase "${words[0]}" heard` : "The trained phrase was not heard");
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
