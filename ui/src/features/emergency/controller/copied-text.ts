/** The text of a message on the clipboard: taken off it in the tap of a code, when the machine asks for that. */
import type { Devices } from "../devices/devices.ts";
import type { EmergencyState } from "../machine/state.ts";

/** What taking it off needs from the controller. */
interface CopiedTextPlan {
  readonly devices: Pick<Devices, "removeCopied">;
  readonly getState: () => EmergencyState;
}

/** Makes what takes it off. */
export function copiedTextOf({ devices, getState }: CopiedTextPlan) {
  let remove: () => void = () => undefined;
  return {
    /** The machine asks for it. */
    remove: () => remove(),
    /**
     * Tries a code in its tap, of which some browsers know nothing once the code was compared: they are asked at once, and
     * write only if the machine asks before that is over. Of a refusal nothing is said.
     */
    inTap: <T>(tryCode: () => Promise<T>): Promise<T> => {
      const tried = tryCode();
      const { copied } = getState();
      if (copied !== null) {
        const due = new Promise<void>((resolve, reject) => {
          remove = resolve;
          const over = () => reject(new Error("The code unlocked nothing"));
          tried.then(over, over);
        });
        void devices.removeCopied(copied, due);
      }
      return tried;
    },
  };
}
