/** Installation from public pages, which have no app frame. */

import { useEffect } from "react";
import * as paths from "#content/paths.ts";
import { loadDocument } from "#platform/navigation.ts";
import { startInstall } from "./controller.ts";
import { InstallButton } from "./install-button.tsx";

/** The button; after the installation the set-up wizard opens in a new document. */
export function DesktopInstall() {
  useEffect(() => startInstall(() => loadDocument(paths.postDownload)), []);
  return <InstallButton />;
}
