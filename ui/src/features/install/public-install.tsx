/** Installation from public pages, which have no app frame. */
import { useEffect } from "react";
import { useLazyPart } from "#components/use-lazy-part.ts";
import * as paths from "#content/paths.ts";
import { loadDocument } from "#platform/page/navigation.ts";
import { startInstall } from "./controller.ts";
import { useInstall } from "./use-install.ts";

/** Loaded lazily: only some browsers offer an installation. */
const loadDialog = async () => (await import("./offer-dialog.tsx")).OfferDialog;

/** Starts the machine, once on a page, and shows its dialog; after the installation the set-up wizard opens in a new document. */
export function PublicInstall({ displayName }: { readonly displayName: string }) {
  const { isOffered } = useInstall();
  const Dialog = useLazyPart(loadDialog, isOffered);
  useEffect(() => startInstall(() => loadDocument(paths.postDownload)), []);
  return Dialog && <Dialog displayName={displayName} />;
}
