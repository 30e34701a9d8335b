/** How far the set-up came, for a row of the settings. */
import type { ReactNode } from "react";
import { fullAppName } from "#content/product.ts";
import { useHasAccess } from "#store/access/access.ts";
import { progressText, stepsDone } from "./progress.ts";
import { useSetup } from "./use-setup.ts";

/** The full app is named here once the heart monitor no longer does; `otherwise` is shown until the browser has answered. */
export function SetupLine({ otherwise }: { readonly otherwise: ReactNode }) {
  const { facts } = useSetup();
  const hasAccess = useHasAccess();
  if (facts === null) return otherwise;
  const { wasFinished, isBannerClosed } = facts.setup;
  const progress = progressText(stepsDone(facts).length);
  return hasAccess && (wasFinished || isBannerClosed) ? `${progress}, ${fullAppName}` : progress;
}
