/** The buttons that start an emergency: TEST EMERGENCY at once, REAL EMERGENCY after a confirmation. */
import { askPosition } from "#platform/sensors/geolocation.ts";
import { pageEmergency } from "../controller/controller.ts";
import classes from "./emergency-buttons.module.css";
import { RealEmergencyButton } from "./real-emergency-button.tsx";

/** The real one first. */
export function EmergencyButtons() {
  return (
    <div className={classes.buttons}>
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
