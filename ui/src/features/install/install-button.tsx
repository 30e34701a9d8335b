/** "Install to Desktop" in its states (spec section 4, "Install"). */
import { Button } from "#components/button.tsx";
import { reportInstall } from "./controller.ts";
import { desktopButton } from "./machine.ts";
import { useInstall } from "./use-install.ts";

/** Works only while the browser's own prompt is at hand. */
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
