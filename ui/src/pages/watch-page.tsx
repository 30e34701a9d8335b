/** The guardian's page. */
import { Watch } from "#features/watch/watch.tsx";
import { usePageData } from "./page-data.tsx";

/** What this browser's owner is a guardian of. */
export function WatchPage() {
  return <Watch pushKey={usePageData("watch")?.pushKey ?? null} />;
}
