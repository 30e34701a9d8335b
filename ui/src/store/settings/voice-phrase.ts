/** The trained phrase: its features, never its sound; and whether it can be listened for beside recognition. */
import { useEffect, useState } from "react";
import * as v from "valibot";
import { observable } from "#platform/observable.ts";
import { changeState, readState } from "#store/app-database.ts";
import { deviceRecord } from "#store/record.ts";

const NAME = "voice-phrase";

const schema = v.object({
  phrase: v.string(),
  takes: v.pipe(
    v.array(v.array(v.custom<Float32Array>((value) => value instanceof Float32Array))),
    v.minLength(2),
  ),
  threshold: v.number(),
  strength: v.picklist(["fair", "strong"]),
});

/** A trained phrase; a weak one is never kept. */
export type VoicePhrase = v.InferOutput<typeof schema>;

/** Counts the changes made here. */
const changes = observable(0);

/** The trained phrase, or null. */
export async function readVoicePhrase(): Promise<VoicePhrase | null> {
  const result = v.safeParse(schema, await readState(NAME).catch(() => undefined));
  return result.success ? result.output : null;
}

/** Writes a phrase, or removes it with null. */
export async function writeVoicePhrase(phrase: VoicePhrase | null): Promise<void> {
  await changeState(NAME, () => ({ keep: phrase, answer: undefined }));
  changes.set(changes.get() + 1);
}

/** The trained phrase for a component; null until it is read. */
export function useVoicePhrase(): VoicePhrase | null {
  const [kept, setKept] = useState<VoicePhrase | null>(null);
  useEffect(() => {
    const read = () => void readVoicePhrase().then(setKept);
    read();
    return changes.subscribe(read);
  }, []);
  return kept;
}

/** Calls back when the phrase was trained or removed here; returns how to stop. */
export const onVoicePhrase = changes.subscribe;

const sharingSchema = v.nullable(v.picklist(["shared", "alone"]));

/**
 * Whether recognition and the spotter share the microphone here, or null before that is known. It ends with the window:
 * another app or an update may change it.
 */
export const voiceSharingRecord = deviceRecord<v.InferOutput<typeof sharingSchema>>({
  key: "sharing",
  fallback: null,
  schema: sharingSchema,
  area: "session",
});
