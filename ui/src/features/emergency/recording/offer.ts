/** Hands the person the sound that the disk did not take, as one file: browsers let only the last of several arrive. */
import { soundExtension } from "#platform/sound/sound-extension.ts";
import type { Devices } from "../devices/devices.ts";
import { withTimeout } from "./waits.ts";

/** Offers the parts in their order; says whether the browser was asked to keep a file with all of them. */
export function offer(
  devices: Pick<Devices, "after" | "downloadFiles" | "wallTime">,
  sounds: readonly Blob[],
): Promise<boolean> {
  const name = `recording-${new Date(devices.wallTime()).toISOString()}`;
  const files = sounds.map((content, index) => {
    const place = sounds.length === 1 ? "" : `-${index + 1}`;
    return { name: `${name}${place}.${soundExtension(content.type)}`, content };
  });
  const offering = devices.downloadFiles(files, name).then(() => true);
  return withTimeout(devices, offering, () => false);
}
