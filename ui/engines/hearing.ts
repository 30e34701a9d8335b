/** What a page plays, as it says itself. */
import type { Tab } from "./phone.ts";

interface Heard {
  heard: string[];
  players: HTMLMediaElement[];
}

/** Runs in a page: notes what becomes of each sound that is played. */
export function notePlaying(): void {
  const heard: string[] = [];
  const players: HTMLMediaElement[] = [];
  Object.assign(window, { heard, players });
  const { play } = HTMLMediaElement.prototype;
  HTMLMediaElement.prototype.play = function (this: HTMLMediaElement) {
    players.push(this);
    for (const what of ["playing", "ended", "error"]) {
      this.addEventListener(what, () => void heard.push(what), { once: true });
    }
    return play.call(this);
  };
}

/** What was noted so far. */
export const heardOn = (tab: Tab): Promise<string[]> =>
  tab.evaluate(() => (window as unknown as Heard).heard);

/** How many seconds of sound the last player has played. */
export const secondsPlayed = (tab: Tab): Promise<number> =>
  tab.evaluate(() => {
    const played = (window as unknown as Heard).players.at(-1)?.played;
    return Array.from({ length: played?.length ?? 0 }, (_, index) => index).reduce(
      (sum, index) => sum + (played?.end(index) ?? 0) - (played?.start(index) ?? 0),
      0,
    );
  });
