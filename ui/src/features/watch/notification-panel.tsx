/** Whether this person's alarms reach the guardian while the page is closed, and how they could. */
import { useEffect, useState } from "react";
import type { PushReach } from "#api/watches.ts";
import { Button } from "#components/button.tsx";
import { Panel } from "#components/layout/card.tsx";
import textClasses from "#components/text.module.css";
import { isAndroid, isApplePhone, isStandalone } from "#platform/page/display-mode.ts";
import { onConnection } from "#platform/workers/connection.ts";
import {
  askForNotifications,
  type NotificationState,
  notificationState,
} from "#platform/workers/push.ts";
import type { Watched } from "#store/guardians/watched.ts";
import { addressFor, type NotificationFacts, restText, viewOf } from "./notification-rules.ts";
import { takePushes } from "./notifications.ts";

type NotificationPanelProps = {
  readonly person: Watched;
  readonly pushKey: string | null;
  /** What the server says; null before its first answer. */
  readonly reached: PushReach | null;
};

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

/** Gives the server this browser's address once the server has said what it knows; returns how that went, and how to try again. */
function useAddress(
  person: Watched,
  pushKey: string | null,
  isAllowed: boolean,
  due: "none" | "present" | "new",
) {
  const [step, setStep] = useState<NotificationFacts["step"]>("idle");
  const take = (isNew: boolean) => {
    if (pushKey === null) return;
    setStep("working");
    takePushes(person, pushKey, isNew).then(
      () => setStep("idle"),
      () => setStep("failed"),
    );
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each person, permission and kind of address.
  useEffect(() => {
    if (isAllowed && due !== "none") take(due === "new");
  }, [isAllowed, person.id, due]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: while it has failed.
  useEffect(() => {
    if (step !== "failed") return undefined;
    return onConnection(() => take(due === "new"));
  }, [step, person.id, due]);
  return [step, take] as const;
}

/** Says which it is: notifications, or this page only. */
export function NotificationPanel({ person, pushKey, reached }: NotificationPanelProps) {
  const [state, setState] = useState(notificationState);
  const isAllowed = state === "allowed";
  const [step, take] = useAddress(person, pushKey, isAllowed, addressFor(reached));
  const { name } = person;
  const obstacle = hindrance(state, pushKey);
  const view = viewOf({ obstacle, isAllowed, step, reached });
  const rest = restText(view, name, isAndroid());
  if (rest !== null) {
    return (
      <p className={textClasses.soft} role="status">
        {rest}
      </p>
    );
  }
  const allow = async () => setState(await askForNotifications());
  return (
    <Panel title="This page only, no notifications">
      <p>
        You see {name}'s alarms only while this page is on your screen.{" "}
        {obstacle ?? "With notifications this device tells you when the page is closed, too."}
      </p>
      {view === "off" && <Button onClick={() => void allow()}>Allow notifications</Button>}
      {(view === "untold" || view === "unreachable") && (
        <>
          <p role="alert">
            {view === "untold"
              ? "Your browser or the server could not be reached for it."
              : "The notification service of this browser refused what our server sent last."}
          </p>
          <Button tone="secondary" onClick={() => take(view === "unreachable")}>
            Try again
          </Button>
        </>
      )}
    </Panel>
  );
}
