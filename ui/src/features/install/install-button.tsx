/** The button that shows the browser's install prompt. */
import { Button } from "#components/button.tsx";
import { reportInstall } from "./controller.ts";
import { desktopButton } from "./machine.ts";
import { useInstall } from "./use-install.ts";

/** Disabled without a prompt. */
export function InstallButton() {
  const { label, isEnabled } = desktopButton(useInstall());
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
