/** Hands the person the sound that the disk did not take, in one download: browsers let only the last of several arrive. */
import { soundExtension } from "#platform/sound/sound-extension.ts";
import type { Devices } from "../devices/devices.ts";

/**
 * Offers the parts in their order; says whether the browser was asked to keep a file with all of them. Where it has the person
 * choose the place first, that takes as long as they want.
 */
export function offer(
  devices: Pick<Devices, "downloadFiles" | "wallTime">,
  sounds: readonly Blob[],
): Promise<boolean> {
  const name = `export-${new Date(devices.wallTime()).toISOString()}`;
  const files = sounds.map((content, index) => {
    const place = sounds.length === 1 ? "" : `-${index + 1}`;
    return { name: `${name}${place}.${soundExtension(content.type)}`, content };
  });
  return devices.downloadFiles(files, name).then(
    () => true,
    () => false,
  );
}
