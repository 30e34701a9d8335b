/** Records without an encoder, where the browser's own recorders give no sound. Loaded when it is needed. */
import { captureStream } from "./audio-capture.ts";
import { type RecorderListener, type SoundRecorder, WAV_TYPE } from "./sound-recorder.ts";
import { pcm, wavHead } from "./wav.ts";
import { type ForwardSamples, PROCESSOR, SAMPLE_RATE, type Samples } from "./worklet-samples.ts";

/** Records samples of the audio worklet as a WAV file, a second at a time. */
export async function startWavRecorder(
  stream: MediaStream,
  { onPiece, onBroken }: RecorderListener,
): Promise<SoundRecorder> {
  let isWanted = true;
  let second: Uint8Array<ArrayBuffer>[] = [];
  let count = 0;
  let head = [wavHead(SAMPLE_RATE)];
  const hand = () => {
    if (count === 0) return;
    onPiece(new Blob([...head, ...second]));
    [head, second, count] = [[], [], 0];
  };
  const broken = (reason: "ended" | "muted") => {
    if (isWanted) onBroken(reason);
    isWanted = false;
  };
  const said = (message: unknown) => {
    const { type, samples } = message as Samples | { readonly type: ""; readonly samples: never };
    if (type !== "samples") return;
    second.push(pcm(samples));
    count += samples.length;
    if (count >= SAMPLE_RATE) hand();
  };
  const capture = await captureStream(stream, __VOICE_WORKLET__, PROCESSOR, {
    said,
    lost: () => broken("ended"),
    muted: (isMuted) => isMuted && broken("muted"),
  });
  capture.tell({ type: "forward" } satisfies ForwardSamples);
  return {
    mimeType: WAV_TYPE,
    stop: async () => {
      isWanted = false;
      hand();
      await capture.close();
    },
  };
}
