/** Tells the guardians, beside every app page. Loaded after the page's start and before any trigger asks for it. */
import { useEffect } from "react";
import { pageAlertDevices } from "./alert-devices.ts";
import { startAlerts } from "./alerts.ts";

/** Renders nothing. */
export function GuardianAlerts() {
  useEffect(() => startAlerts(pageAlertDevices()), []);
  return null;
}
