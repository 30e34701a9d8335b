/** What stands in client bundles for a static part, which only the server renders (`build/static-parts.mjs`). */
import type { ComponentType } from "react";
import { pageRoot } from "#boot/page-document.ts";
import { useLazyPart } from "#components/loading.ts";

/** React neither visits nor changes what is in an element whose HTML is given to it. */
const asItIs = { __html: "" } as const;

type StaticPartProps<Props> = {
  readonly load: () => Promise<ComponentType<Props>>;
  /** What the part itself gets. */
  readonly props: Props;
};

/** Leaves the server's HTML as it is; where the server's render failed, it loads the part. */
export function StaticPart<Props extends object>({ load, props }: StaticPartProps<Props>) {
  const { isRendered } = pageRoot();
  const Part = useLazyPart(load, !isRendered);
  if (isRendered) {
    // biome-ignore lint/security/noDangerouslySetInnerHtml: hydration never sets it; it keeps what the server wrote.
    return <div suppressHydrationWarning={true} dangerouslySetInnerHTML={asItIs} />;
  }
  return Part === null ? null : <Part {...props} />;
}
