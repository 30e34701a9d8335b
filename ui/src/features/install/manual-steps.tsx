/** Instructions for installing by hand. */
import { type ReactNode, useState } from "react";
import { Button, ButtonLink } from "#components/button.tsx";
import { Card } from "#components/layout/card.tsx";
import { Notice } from "#components/layout/notice.tsx";
import * as paths from "#content/paths.ts";
import { browserKind } from "#platform/browser.ts";
import { DEFAULT_SETTINGS, settingsRecord } from "#store/settings/settings.ts";
import classes from "./install.module.css";
import { type InstallDevice, InstallDrawing } from "./install-drawing.tsx";

type ManualStepsProps = {
  readonly displayName: string;
  readonly onDone: () => void;
  /** Copies what was set up in this browser, for devices on which the installed app starts empty. */
  readonly takeAlong?: ReactNode;
  /** More ways on, before "Got It". */
  readonly children?: ReactNode;
};

const names: Readonly<Record<InstallDevice, string>> = {
  apple: "iPhone or iPad",
  android: "Android",
  desktop: "Computer",
};

const steps: Readonly<Record<InstallDevice, readonly string[]>> = {
  apple: [
    "Open this page in Safari.",
    "Tap the share button: a square with an arrow pointing up.",
    'Choose "Add to Home Screen". Leave "Open as Web App" switched on.',
  ],
  android: [
    "Tap the three dots of your browser's menu.",
    'Choose "Install app" or "Add to Home screen".',
    'Confirm with "Install" or "Add".',
  ],
  desktop: [
    "Use Chrome, Edge or Safari: Firefox may not be able to install it.",
    'Click the install icon at the right of the address, or "Add to Dock" in Safari\'s File menu.',
    'Confirm with "Install" or "Add".',
  ],
};

/** The device that the person holds, which another choice may follow: instructions are also read for another device. */
function deviceNow(): InstallDevice {
  const kind = browserKind();
  if (kind.startsWith("apple")) return "apple";
  return kind.startsWith("android") ? "android" : "desktop";
}

/** A card that stays until the person closes it. It is rendered after a tap, so the device is known. */
export function ManualSteps({ displayName, onDone, takeAlong, children }: ManualStepsProps) {
  const [device, setDevice] = useState(deviceNow);
  const last =
    device === "apple"
      ? `Open "${displayName}" from your home screen and set it up there.`
      : `Open "${displayName}" from its icon. It has what you set up in this browser${device === "desktop" ? ", unless that is Safari" : ""}.`;
  return (
    <Card className={classes.card}>
      <h3 className={classes.heading}>Install by hand</h3>
      <div className={classes.devices}>
        {(Object.keys(names) as InstallDevice[]).map((one) => (
          <Button
            key={one}
            tone={one === device ? "secondary" : "quiet"}
            aria-pressed={one === device}
            onClick={() => setDevice(one)}
          >
            {names[one]}
          </Button>
        ))}
      </div>
      {device === "apple" && (
        <>
          <Notice>
            On iPhone and iPad the installed app starts empty. It cannot see what you set up in the
            browser. Install it first, then set it up. You may have to verify your purchase or gift
            there once with your e-mail address. An emergency works without that.
          </Notice>
          {takeAlong ?? <TakeAlongInSettings />}
        </>
      )}
      <InstallDrawing device={device} />
      <ol className={classes.steps}>
        {[...steps[device], last].map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      {children}
      <Button tone="secondary" onClick={onDone}>
        Got It
      </Button>
    </Card>
  );
}

/** Settings that can go along besides the contacts. */
const isTransferable = ["emergencyMessage", "safeWord", "staysDisguised"] as const;

/** Leads to where the settings are copied, on pages that do not ask for the code. */
function TakeAlongInSettings() {
  const settings = settingsRecord.use();
  const isOwn = isTransferable.some((name) => settings[name] !== DEFAULT_SETTINGS[name]);
  if (settings.contacts.length === 0 && !isOwn) return null;
  return (
    <>
      <p>To take along what you set up in this browser, copy it in the settings first.</p>
      <ButtonLink tone="secondary" href={paths.settings}>
        Open the settings
      </ButtonLink>
    </>
  );
}
