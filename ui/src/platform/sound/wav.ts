/** Sound as a WAV file that is written while it grows. */

/** The bytes before the samples. */
export const WAV_HEAD = 44;

/** The beginning of a file of 16-bit samples of one channel; how long it becomes is not known yet. */
export function wavHead(rate: number): Uint8Array<ArrayBuffer> {
  const head = new Uint8Array(WAV_HEAD);
  const text = new TextEncoder();
  head.set(text.encode("RIFF"));
  head.set(text.encode("WAVEfmt "), 8);
  head.set(text.encode("data"), 36);
  const view = new DataView(head.buffer);
  const unknown = 0xffff_ffff;
  view.setUint32(4, unknown, true);
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, rate, true);
  view.setUint32(28, rate * 2, true);
  view.setUint16(32, 2, true);
  view.setUint16(34, 16, true);
  view.setUint32(40, unknown, true);
  return head;
}

/** Samples from -1 to 1 as 16-bit numbers, the lower byte first. */
export function pcm(samples: Float32Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(samples.length * 2);
  const view = new DataView(bytes.buffer);
  for (const [index, sample] of samples.entries()) {
    const clipped = Math.max(-1, Math.min(1, sample));
    view.setInt16(index * 2, Math.round(clipped * 0x7fff), true);
  }
  return bytes;
}
