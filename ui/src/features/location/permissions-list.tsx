/** What the emergency needs of the device, and whether it has it (spec section 2, "Required Permissions"). */
import { useEffect, useState } from "react";
import { Button } from "#components/button.tsx";
import { Icon } from "#components/icon.tsx";
import { askPosition, locationPermission } from "#platform/geolocation.ts";
import { askMotion, motionSupport } from "#platform/motion.ts";
import { canSendSms } from "#platform/sms.ts";
import classes from "./permissions-list.module.css";
import { useWhereabouts } from "./use-location.ts";

const texts = { granted: "Granted", denied: "Denied", prompt: "Not asked yet" } as const;

/** Location is granted or denied; SMS needs no permission; motion is asked for where a tap must do it. */
export function PermissionsList() {
  const { fix, problem } = useWhereabouts();
  const [permission, setPermission] = useState<PermissionState>("prompt");
  const [hasSms, setHasSms] = useState(true);
  const [canAskMotion, setCanAskMotion] = useState(false);

  useEffect(() => {
    setHasSms(canSendSms());
    setCanAskMotion(motionSupport() === "ask");
  }, []);
  useEffect(() => {
    // A browser that never tells its permissions still tells by a position or a refusal.
    const told = fix === null && problem === null ? locationPermission() : null;
    if (told === null) {
      setPermission(problem === "denied" ? "denied" : "granted");
    } else {
      told.then(setPermission);
    }
  }, [fix, problem]);

  const isGranted = permission === "granted";
  return (
    <section aria-labelledby="permissions" className={classes.section}>
      <h2 id="permissions" className={classes.title}>
        Required Permissions
      </h2>
      <ul className={classes.list}>
        <li className={classes.item} data-good={isGranted}>
          <Icon name="pin" />
          <span>Location Access</span>
          <strong>{texts[permission]}</strong>
          {!isGranted && (
            <Button tone="quiet" onClick={askPosition}>
              Allow
            </Button>
          )}
        </li>
        <li className={classes.item} data-good="true">
          <Icon name="message" />
          <span>
            SMS Access
            {!hasSms && (
              <small className={classes.note}>
                This device has no messages app: the text can be copied or shared.
              </small>
            )}
          </span>
          <strong>Available</strong>
        </li>
        {canAskMotion && (
          <li className={classes.item}>
            <Icon name="pulse" />
            <span>Shake to start</span>
            <Button
              tone="quiet"
              onClick={() => void askMotion().then((isAllowed) => setCanAskMotion(!isAllowed))}
            >
              Allow
            </Button>
          </li>
        )}
      </ul>
    </section>
  );
}
