/** The two tests of the voice screen: whether the microphone is loud enough, and what recognition understands. */
import { showToast } from "#components/toast-store.ts";
import { voiceLimits } from "#content/limits.ts";
import { voiceMessages } from "#content/messages.ts";
import { loudestLevel } from "#platform/audio-capture.ts";
import { wallTime } from "#platform/clock.ts";
import { leaveMicrophone, microphonePermission, takeMicrophone } from "#platform/microphone.ts";
import { hasSpeechRecognition, isSpeechLocal, recogniseSpeech } from "#platform/speech.ts";
import { settingsRecord } from "#store/settings.ts";
import { logLine } from "../listening/log.ts";
import { matchWake, wakeWords } from "../listening/wake-words.ts";

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

/** Recognises one utterance and logs whether it holds a wake word; starts no emergency. */
export async function testSpeech(): Promise<void> {
  if (!hasSpeechRecognition()) {
    log(voiceMessages.unsupported);
    showToast(voiceMessages.unsupportedToast);
    return;
  }
  const isLocal = await isSpeechLocal();
  await withMicrophone(
    () =>
      new Promise((resolve) => {
        let hasHeard = false;
        recogniseSpeech(isLocal, {
          began: () => log("Listening, say something"),
          heard: (text) => {
            hasHeard = true;
            const words = wakeWords(settingsRecord.read());
            const word = matchWake([{ text, at: 0 }], words);
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

async function explain(code: string): Promise<void> {
  if (code === "no-speech" || code === "aborted") return;
  const isDenied = code === "not-allowed" && (await microphonePermission()) === "denied";
  log(isDenied ? voiceMessages.denied : voiceMessages.error(code));
}
