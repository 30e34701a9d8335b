/** Installation in the app: the dialog, three seconds after the browser's prompt is available, and the set-up after it. */
import { useEffect, useRef } from "react";
import { useNavigate } from "react-router";
import * as paths from "#content/paths.ts";
import { startInstall } from "./controller.ts";
import { OfferDialog } from "./offer-dialog.tsx";

type InstallDialogProps = {
  /** The disguised name of the app on the home screen. */
  readonly displayName: string;
};

/** Starts the machine, and shows its dialog. */
export function InstallDialog({ displayName }: InstallDialogProps) {
  const navigate = useNavigate();
  const goToSetup = useRef<() => void>(() => undefined);
  goToSetup.current = () => navigate(paths.postDownload);
  useEffect(() => startInstall(() => goToSetup.current()), []);
  return <OfferDialog displayName={displayName} />;
}
