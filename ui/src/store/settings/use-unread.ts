/** Whether this phone's settings can be read, for a component that says which there are. */
import { useSyncExternalStore } from "react";
import { settingsUnread } from "./settings-copy.ts";

/** Whether they cannot, so that nobody can say whether it has contacts or a PIN; null until that is known, and on the server. */
export function useUnread(): boolean | null {
  return useSyncExternalStore(settingsUnread.subscribe, settingsUnread.get, () => null);
}
