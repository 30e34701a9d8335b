/** What is on the screen while an emergency is on: the one decision, for every app page. */
import * as paths from "#content/paths.ts";
import { type Emergency, isHidden } from "../machine/state.ts";

/**
 * `page`: the page itself. `nothing`: a page that a hidden emergency may not show; the heart monitor follows.
 * `lock-screen` and `overlay`: the locks of the main screens and of all other pages.
 */
export type Shown = "page" | "nothing" | "lock-screen" | "overlay";

/** What is shown at a path. After a decoy unlock, and behind the disguise, that is the heart monitor alone. */
export function shownAt(emergency: Emergency | null, pathname: string): Shown {
  if (emergency === null) return "page";
  if (isHidden(emergency)) return pathname === paths.heartMonitor ? "page" : "nothing";
  return paths.mainScreens.includes(pathname) ? "lock-screen" : "overlay";
}
