/** "Install to Desktop" on the pages after a purchase, with the states of spec section 4. */
import { useEffect } from "react";
import { Button } from "#components/button.tsx";
import { loadDocument } from "#platform/navigation.ts";
import { reportInstall, startInstall } from "./controller.ts";
import { desktopButton } from "./machine.ts";
import { useInstall } from "./use-install.ts";

/** After the installation the set-up wizard follows, in a document of its own. */
export function DesktopInstall({ setupPath }: { setupPath: string }) {
  const { label, isEnabled } = desktopButton(useInstall());
  useEffect(() => startInstall(() => loadDocument(setupPath)), [setupPath]);
  return (
    <Button
      tone="secondary"
      disabled={!isEnabled}
      onClick={() => reportInstall({ type: "accepted" })}
    >
      {label}
    </Button>
  );
}
