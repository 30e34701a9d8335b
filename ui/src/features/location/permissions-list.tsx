/** The required permissions and their states. */
import { useEffect, useState, useSyncExternalStore } from "react";
import { Button } from "#components/button.tsx";
import { Icon } from "#components/icon.tsx";
import layoutClasses from "#components/layout/layout.module.css";
import { useHydrated } from "#components/loading.ts";
import textClasses from "#components/text.module.css";
import { starting } from "#content/messages.ts";
import { askPosition, locationPermission } from "#platform/sensors/geolocation.ts";
import { askMotion, motionAnswer, motionSupport } from "#platform/sensors/motion.ts";
import { canSendSms } from "#platform/sms.ts";
import { isShakeLive, settingsRecord } from "#store/settings/settings.ts";
import classes from "./location.module.css";
import { useIsUndecided, useWhereabouts } from "./use-location.ts";

const texts = { granted: "Granted", denied: "Denied", prompt: "Not allowed yet" } as const;

/** The location permission; a position or an error decides where the browser has no permissions API. */
function useLocationPermission(): PermissionState {
  const { fix, problem } = useWhereabouts();
  const isUndecided = useIsUndecided(problem === "denied");
  const [permission, setPermission] = useState<PermissionState>("prompt");
  useEffect(() => {
    if (fix === null && problem === null) {
      locationPermission().then(setPermission);
    } else {
      // Without geolocation nothing is granted either.
      const isDenied = problem === "denied" || problem === "unsupported";
      setPermission(isDenied ? "denied" : "granted");
    }
  }, [fix, problem]);
  return isUndecided ? "prompt" : permission;
}

/** SMS needs no permission; motion is listed where a shake starts an emergency and the sensor needs a tap. */
export function PermissionsList() {
  const permission = useLocationPermission();
  const [hasSms, setHasSms] = useState(true);
  const motion = useSyncExternalStore(motionAnswer.subscribe, motionAnswer.get, () => null);
  const isShakeOn = isShakeLive(settingsRecord.use());
  useEffect(() => setHasSms(canSendSms()), []);
  useEffect(() => {
    // What was allowed on an earlier page may not be on this one. Without a tap the browser asks nobody, and says how it is.
    if (motionSupport() === "ask" && isShakeOn) void askMotion();
  }, [isShakeOn]);
  return (
    <section aria-labelledby="permissions" className={layoutClasses.close}>
      <h2 id="permissions" className={textClasses.heading}>
        Required Permissions
      </h2>
      <ul className={layoutClasses.tight}>
        <LocationAccess permission={permission} />
        <SmsAccess hasSms={hasSms} />
        {motion === false && isShakeOn && (
          <li className={classes.item}>
            <Icon name="pulse" />
            <span>Shake to start</span>
            <strong>Off until you allow it</strong>
            <Button tone="quiet" onClick={() => void askMotion()}>
              Allow
            </Button>
          </li>
        )}
      </ul>
    </section>
  );
}

function LocationAccess({ permission }: { permission: PermissionState }) {
  const isGranted = permission === "granted";
  const isKnown = useHydrated();
  return (
    <li className={classes.item} data-good={isGranted}>
      <Icon name="pin" />
      <span>Location Access</span>
      <strong>{isKnown ? texts[permission] : starting}</strong>
      {isKnown && !isGranted && (
        <Button tone="quiet" onClick={askPosition}>
          Allow
        </Button>
      )}
    </li>
  );
}

function SmsAccess({ hasSms }: { hasSms: boolean }) {
  return (
    <li className={classes.item} data-good="true">
      <Icon name="message" />
      <span>
        SMS Access
        {!hasSms && (
          <small className={classes.note}>
            This device seems to have no messages app: the text can be copied or shared.
          </small>
        )}
      </span>
      <strong>Available</strong>
    </li>
  );
}
