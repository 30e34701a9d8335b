/** Loads the intro on a device that has not shown it. */
import { useHydrated, useLazyPart } from "#components/loading.ts";
import { introRecord } from "#store/settings/setup.ts";

const loadIntro = async () => (await import("./intro.tsx")).Intro;

/** Renders nothing on the server and during hydration, because the record is on the device. */
export function IntroGate() {
  const isSeen = introRecord.use();
  const isHydrated = useHydrated();
  const Intro = useLazyPart(loadIntro, isHydrated && !isSeen);
  return Intro === null ? null : <Intro />;
}
