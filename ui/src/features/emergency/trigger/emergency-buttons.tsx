/** The buttons that start an emergency: TEST EMERGENCY at once, REAL EMERGENCY after a confirmation. */

import layoutClasses from "#components/layout/layout.module.css";
import { askPosition } from "#platform/sensors/geolocation.ts";
import { pageEmergency } from "../controller/controller.ts";
import { RealEmergencyButton } from "./real-emergency-button.tsx";
import classes from "./trigger.module.css";

/** The real one first. */
export function EmergencyButtons() {
  return (
    <div className={layoutClasses.stack}>
      <RealEmergencyButton />
      <button
        type="button"
        className={classes.test}
        onPointerDown={askPosition}
        onClick={() =>
          pageEmergency().trigger({ kind: "test", triggeredBy: "button", safeWord: null })
        }
      >
        TEST EMERGENCY
      </button>
    </div>
  );
}
