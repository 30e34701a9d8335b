/** Installing from the pages after a purchase, which have no app around them. */

import { useEffect } from "react";
import * as paths from "#content/paths.ts";
import { loadDocument } from "#platform/navigation.ts";
import { startInstall } from "./controller.ts";
import { InstallButton } from "./install-button.tsx";

/** The button; after the installation the set-up wizard follows, in a document of its own. */
export function DesktopInstall() {
  useEffect(() => startInstall(() => loadDocument(paths.postDownload)), []);
  return <InstallButton />;
}
