/** Brings the intro to who has not seen it; everybody else is spared its code. */

import { useHydrated } from "#components/use-hydrated.ts";
import { useLazyPart } from "#components/use-lazy-part.ts";
import { introRecord } from "#store/intro.ts";

const loadIntro = async () => (await import("./intro.tsx")).Intro;

/** The record is on the device: the server, and hydration, do not know it. */
export function IntroGate() {
  const isSeen = introRecord.use();
  const isHydrated = useHydrated();
  const Intro = useLazyPart(loadIntro, isHydrated && !isSeen);
  return Intro === null ? null : <Intro />;
}
