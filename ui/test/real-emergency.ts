/** A real emergency by the button, of which nothing more is known. */
import type { Emergency } from "#features/emergency/machine/state.ts";

/** The emergency. */
export const realEmergency: Emergency = {
  id: "e",
  kind: "real",
  triggeredBy: "button",
  triggeredAt: 0,
  safeWord: null,
  text: "Help",
  location: null,
  messages: [],
  isDecoy: false,
  isDisguised: false,
  ownPin: "",
  alarms: 1,
  alarmedAt: 0,
  alarmDueAt: null,
  sequence: 1,
};
