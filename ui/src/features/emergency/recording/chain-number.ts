/** Puts a number of the server into the chain of a recording that has just begun. */
import { recordingLimits } from "#content/limits.ts";
import type { Devices } from "../devices/devices.ts";
import type { EvidenceWriter } from "./evidence-writer.ts";

/** Whose recording it is. */
interface Begun {
  readonly devices: Pick<Devices, "after" | "numberForChain">;
  readonly settledId: () => Promise<string>;
}

/**
 * It comes after what is urgent, and nothing waits for it: what was recorded before it is in the chain already. Returns how
 * to stop.
 */
export function noteNumber(
  { devices, settledId }: Begun,
  writer: Pick<EvidenceWriter, "note">,
): () => void {
  const note = async () => {
    const sentence = await devices.numberForChain(await settledId());
    if (sentence !== null) writer.note(sentence);
  };
  return devices.after(recordingLimits.numberAfterMs, () => void note().catch(() => undefined));
}
