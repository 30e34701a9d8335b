/** What stays known of an emergency after the code that ended it. */
import { type Emergency, type Ended, isHidden, type UnlockingCode } from "./state.ts";

/** Only the own PIN shows that it is over: the demo PIN may have been typed by anybody. */
export function endedBy(code: UnlockingCode, emergency: Emergency): Ended {
  const { id, kind, messages, ownPin } = emergency;
  return {
    id,
    kind,
    isByOwner: code === "own" || ownPin === "",
    isShown: kind === "real" && code === "own" && !isHidden(emergency),
    messages,
    isSaved: false,
  };
}
