/** Whether the app is on the home screen, for a row of the settings. */
import { useHasAccess } from "#store/access/access.ts";
import { useInstall } from "./controller.ts";

/** Says the same as the install section, in a few words. */
export function InstallLine() {
  const { isInstalled } = useInstall();
  const hasAccess = useHasAccess();
  if (isInstalled) return "App Installed";
  return hasAccess ? "Opened in the browser" : "Not purchased here yet";
}
