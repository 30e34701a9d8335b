/** What stands in client bundles for a static part, which only the server renders (`build/static-parts.mjs`). */
import { type ComponentType, useState } from "react";
import { pageRoot } from "#boot/page-document.ts";
import { useHydrated, useLazyPart } from "#components/loading.ts";

/** React neither visits nor changes what is in an element whose HTML is given to it. */
const asItIs = { __html: "" } as const;

type StaticPartProps<Props> = {
  readonly load: () => Promise<ComponentType<Props>>;
  /** What the part itself gets. */
  readonly props: Props;
};

/**
 * Leaves the server's HTML as it is. It loads the part where that is missing: where the server's render failed, and where React
 * renders the page anew because something had changed it before hydration, such as a translation.
 */
export function StaticPart<Props extends object>({ load, props }: StaticPartProps<Props>) {
  const isHydrated = useHydrated();
  const [isThere] = useState(() => !isHydrated && pageRoot().isRendered);
  const Part = useLazyPart(load, !isThere);
  if (isThere) {
    // biome-ignore lint/security/noDangerouslySetInnerHtml: hydration never sets it; it keeps what the server wrote.
    return <div suppressHydrationWarning={true} dangerouslySetInnerHTML={asItIs} />;
  }
  return Part === null ? null : <Part {...props} />;
}
