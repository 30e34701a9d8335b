/** The window event by which any part of the app starts an emergency (spec section 2, "Global elements"). */

/** Who started it and, for a spoken one, by which word. */
export interface EmergencyTrigger {
  readonly triggeredBy: "button" | "voice" | "shake";
  readonly safeWordUsed: string | null;
}

const NAME = "emergency-trigger";

/** Starts an emergency wherever the app is. */
export function announceEmergency(trigger: EmergencyTrigger): void {
  window.dispatchEvent(new CustomEvent<EmergencyTrigger>(NAME, { detail: trigger }));
}

/** Hears such an event; returns how to stop. */
export function onEmergencyAnnounced(listener: (trigger: EmergencyTrigger) => void): () => void {
  const heard = (event: Event) => {
    if (event instanceof CustomEvent) {
      listener(event.detail as EmergencyTrigger);
    }
  };
  window.addEventListener(NAME, heard);
  return () => window.removeEventListener(NAME, heard);
}
