/** The main emergency screen under its own path. */
import { EmergencyPage } from "./emergency-page.tsx";

/** The same screen as the main path shows on a device with the app. */
export function HomePage() {
  return <EmergencyPage />;
}
