/** Pictures of a page that are compared, and kept where they differ. */
import type { Page } from "playwright-core";

/**
 * The largest step of a colour, of 255, that counts as none. Chromium paints the rounded corners of a card that has moved and come
 * back up to 2 steps lighter or darker than before, which nobody sees.
 */
const UNSEEN_STEPS = 4;

/** Pictures for the folder of a failed test, by the names of their files. */
const kept = new Map<string, Buffer>();

/** The pictures that were found to differ since the last call. */
export function takePictures(): ReadonlyMap<string, Buffer> {
  const taken = new Map(kept);
  kept.clear();
  return taken;
}

/** Whether two pictures (PNG, as base64) look the same. Any page of the browser can judge it. */
export async function lookSame(page: Page, before: string, after: string): Promise<boolean> {
  const given = { pictures: [before, after], steps: UNSEEN_STEPS };
  const isSame = await page.evaluate(async ({ pictures, steps }) => {
    const read = async (base64: string) => {
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
      const image = await createImageBitmap(new Blob([bytes]));
      const { width, height } = image;
      const context = new OffscreenCanvas(width, height).getContext("2d");
      context?.drawImage(image, 0, 0);
      return { width, data: context?.getImageData(0, 0, width, height).data ?? [] };
    };
    const [one, other] = await Promise.all([read(pictures[0] ?? ""), read(pictures[1] ?? "")]);
    if (one.width !== other.width || one.data.length !== other.data.length) return false;
    return one.data.every((value, at) => Math.abs(value - (other.data[at] ?? 0)) <= steps);
  }, given);
  if (!isSame) {
    kept.set("before.png", Buffer.from(before, "base64"));
    kept.set("after.png", Buffer.from(after, "base64"));
  }
  return isSame;
}
