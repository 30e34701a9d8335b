/** Whether this person's alarms reach the guardian while the page is closed, and how they could. */
import { useEffect, useState } from "react";
import { Button } from "#components/button.tsx";
import { Panel } from "#components/panel.tsx";
import { isApplePhone, isStandalone } from "#platform/display-mode.ts";
import { askForNotifications, type NotificationState, notificationState } from "#platform/push.ts";
import type { Watched } from "#store/watched.ts";
import { takePushes } from "./notifications.ts";
import classes from "./watch.module.css";

type NotificationPanelProps = { readonly person: Watched; readonly pushKey: string | null };

/** What hinders notifications, for the guardian to change. */
function hindrance(state: NotificationState, pushKey: string | null): string | null {
  if (pushKey === null) return "This server sends no notifications.";
  if (state === "denied") {
    return "Notifications are blocked for this site. Allow them in the browser's settings.";
  }
  if (state !== "unsupported") return null;
  return isApplePhone() && !isStandalone()
    ? 'An iPhone shows notifications only for pages on the Home Screen: tap Share, then "Add to Home Screen". The installed page needs a link of its own, so ask for a new one.'
    : "This browser cannot show notifications of this site.";
}

/** Says which it is: notifications, or this page only. */
export function NotificationPanel({ person, pushKey }: NotificationPanelProps) {
  const [state, setState] = useState(notificationState);
  const [step, setStep] = useState<"idle" | "working" | "failed">("idle");
  const { pushEndpoint, name } = person;
  const take = async () => {
    if (pushKey === null) return;
    setStep("working");
    await takePushes(person, pushKey).then(
      () => setStep("idle"),
      () => setStep("failed"),
    );
  };
  // A browser may change its address at any time; the server must know the present one.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each person and permission.
  useEffect(() => {
    if (state === "allowed") void take();
  }, [state, person.id]);
  const obstacle = hindrance(state, pushKey);
  const isOn = obstacle === null && state === "allowed" && pushEndpoint !== null;
  if (isOn && step !== "failed") {
    return (
      <p className={classes.note}>
        Notifications are on in this browser. {name} can send a test message at any time.
      </p>
    );
  }
  const allow = async () => setState(await askForNotifications());
  return (
    <Panel title="This page only, no notifications">
      <p>
        You see {name}'s alarms only while this page is open.{" "}
        {obstacle ?? "With notifications this device tells you when the page is closed, too."}
      </p>
      {obstacle === null && state === "undecided" && (
        <Button onClick={() => void allow()}>Allow notifications</Button>
      )}
      {obstacle === null && state === "allowed" && step === "failed" && (
        <>
          <p role="alert">Your browser or the server could not be reached for it.</p>
          <Button tone="secondary" onClick={() => void take()}>
            Try again
          </Button>
        </>
      )}
    </Panel>
  );
}
