/** What a page plays, as it says itself. */
import type { Tab } from "./phone.ts";

interface Heard {
  heard: string[];
}

/** Runs in a page: notes what becomes of each sound that is played. */
export function notePlaying(): void {
  const heard: string[] = [];
  Object.assign(window, { heard });
  const { play } = HTMLMediaElement.prototype;
  HTMLMediaElement.prototype.play = function (this: HTMLMediaElement) {
    for (const what of ["playing", "ended", "error"]) {
      this.addEventListener(what, () => void heard.push(what), { once: true });
    }
    return play.call(this);
  };
}

/** What was noted so far. */
export const heardOn = (tab: Tab): Promise<string[]> =>
  tab.evaluate(() => (window as unknown as Heard).heard);
