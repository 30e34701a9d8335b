/** Claims about how a browser's recorder is made and started. */
import { expect, test, vi } from "vitest";
import { recorderTypes, startSharedRecorder } from "./recorder.ts";

/** A recorder that starts at once, and notes what it was told. */
class NotingRecorder extends EventTarget {
  static readonly isTypeSupported = (type: string) => type.startsWith("audio/webm");
  static readonly made: { options: MediaRecorderOptions; timeslice: number | undefined }[] = [];
  state = "inactive";
  readonly options: MediaRecorderOptions;

  constructor(_stream: MediaStream, options: MediaRecorderOptions) {
    super();
    this.options = options;
  }

  get mimeType() {
    return this.options.mimeType;
  }

  start(timeslice?: number) {
    NotingRecorder.made.push({ options: this.options, timeslice });
    this.dispatchEvent(new Event("start"));
  }
}

test("sound is recorded as Opus in WebM at 32 kbit/s, in chunks of one second", async () => {
  vi.useFakeTimers();
  vi.stubGlobal("MediaRecorder", NotingRecorder);
  const [best = ""] = recorderTypes();
  const stream = { getAudioTracks: () => [] } as unknown as MediaStream;
  const ignored = () => undefined;
  const listener = { onPiece: ignored, onEmpty: ignored, onBroken: ignored };
  await startSharedRecorder(stream, best, listener);
  const options = { audioBitsPerSecond: 32_000, mimeType: "audio/webm;codecs=opus" };
  expect(NotingRecorder.made).toEqual([{ options, timeslice: 1_000 }]);
  vi.useRealTimers();
});

test.each([
  ["whose microphone is lost says so", false, "ended"],
  ["that stops by itself does not blame the microphone", true, "failed"],
])("a recorder %s", async (_what, active, reason) => {
  const made: NotingRecorder[] = [];
  class Stopping extends NotingRecorder {
    constructor(...given: ConstructorParameters<typeof NotingRecorder>) {
      super(...given);
      made.push(this);
    }
  }
  vi.useFakeTimers();
  vi.stubGlobal("MediaRecorder", Stopping);
  const track = new EventTarget();
  const stream = { active, getAudioTracks: () => [track] } as unknown as MediaStream;
  const onBroken = vi.fn();
  const ignored = () => undefined;
  const [best = ""] = recorderTypes();
  await startSharedRecorder(stream, best, { onPiece: ignored, onEmpty: ignored, onBroken });
  made[0]?.dispatchEvent(new Event("stop"));
  track.dispatchEvent(new Event("ended"));
  expect(onBroken.mock.calls).toEqual([[reason]]);
});
