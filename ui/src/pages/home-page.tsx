/** `/home`: the main emergency screen, whoever asks. */
import { EmergencyPage } from "./emergency-page.tsx";

/** The same screen as `/` shows to somebody who has the app. */
export function HomePage() {
  return <EmergencyPage />;
}
