/** The frame of the guardian's page: nothing but its column. */
import type { ReactNode } from "react";
import { Column } from "#components/layout/screen.tsx";

/** Shows `children` as the document's main part. */
export function WatchFrame({ children }: { children: ReactNode }) {
  return <Column>{children}</Column>;
}
