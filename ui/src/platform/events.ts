/** The window event that starts an emergency. */

/** What started it and, for voice, the word. */
export interface EmergencyTrigger {
  readonly triggeredBy: "button" | "voice" | "shake";
  readonly safeWordUsed: string | null;
}

const NAME = "emergency-trigger";

/** Starts an emergency on any page of the app. */
export function announceEmergency(trigger: EmergencyTrigger): void {
  window.dispatchEvent(new CustomEvent<EmergencyTrigger>(NAME, { detail: trigger }));
}

/** Calls back for each event; returns how to stop. */
export function onEmergencyAnnounced(listener: (trigger: EmergencyTrigger) => void): () => void {
  const heard = (event: Event) => {
    if (event instanceof CustomEvent) {
      listener(event.detail as EmergencyTrigger);
    }
  };
  window.addEventListener(NAME, heard);
  return () => window.removeEventListener(NAME, heard);
}
