/** What every recorder is and says, whatever it is made of. */

/** Sound that no encoder touches: larger than any other, and possible wherever a page can hear the microphone. */
export const WAV_TYPE = "audio/wav";

/** The callbacks of a recorder. */
export interface RecorderListener {
  /** A chunk, in order; together they are one playable file. */
  readonly onPiece: (piece: Blob) => void;
  /** A chunk without bytes. */
  readonly onEmpty: () => void;
  /** No more sound comes: the stream ended or was muted, or the recorder stopped by itself. */
  readonly onBroken: (reason: "ended" | "muted" | "failed") => void;
}

/** A running recorder. */
export interface SoundRecorder {
  readonly mimeType: string;
  /** Stops it; resolves after the last chunk. */
  readonly stop: () => Promise<void>;
}
