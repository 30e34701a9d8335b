/** The button that shows the browser's install prompt. */
import { Button } from "#components/button.tsx";
import textClasses from "#components/text.module.css";
import { reportInstall, useInstall } from "./controller.ts";
import { desktopButton } from "./machine.ts";

/** Disabled without a prompt, which may come late: the note below stays, so that nothing moves then. */
export function InstallButton() {
  const { label, isEnabled } = desktopButton(useInstall());
  return (
    <>
      <Button
        tone="secondary"
        disabled={!isEnabled}
        onClick={() => reportInstall({ type: "accepted" })}
      >
        {label}
      </Button>
      <p className={textClasses.note}>
        If the button does not work, look in the browser's menu for "Install app" or "Add to Home
        screen".
      </p>
    </>
  );
}
