/** Claims about what the package reads of a part. */
import { expect, test } from "vitest";
import { recordingOf } from "#test/recorded-sound.ts";
import { webmDuration, webmFile } from "#test/sound-files.ts";
import type { GrowingFile } from "./growing-file.ts";
import { readPart } from "./read-part.ts";

const file: GrowingFile = { add: async () => undefined, size: () => 0 } as never;

test("a pause in a part, as while the device slept, is no sound, and the playable copy is as long as its times go", async () => {
  const [sound, recording] = [webmFile({ clusterEvery: 1_000 }), recordingOf("e")];
  for (const chunk of [sound.header, ...[0, 1, 77, 78].map(sound.second)])
    await recording.keep(chunk);
  await recording.close();
  const part = await readPart("e-1", 1, { links: file, gaps: file, keep: async (piece) => piece });
  expect(part.seconds).toBeCloseTo(4, 0);
  const copy = new Uint8Array((await part.playable?.arrayBuffer()) ?? []);
  expect(webmDuration(copy)).toBeCloseTo(79_000, -3);
});
