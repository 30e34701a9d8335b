/** The demo figures of the heart monitor, and what it says while it measures. */

/**
 * Heart rate and steps. Neither is measured: a reading never takes the place of this heart rate, which is a guardian's
 * answer when it is another one. The steps are a text, because the browser's number formatting takes tens
 * of milliseconds at its first use on a phone.
 */
export const heartMonitor = { bpm: 0, steps: "1,024" } as const;

/** The active minutes of the weekly chart. */
export const weeklyActivity = [
  { day: "M", minutes: 120 },
  { day: "T", minutes: 89 },
  { day: "W", minutes: 156 },
  { day: "T", minutes: 234 },
  { day: "F", minutes: 278 },
  { day: "S", minutes: 312 },
  { day: "S", minutes: 289 },
  { day: "S", minutes: 245 },
] as const;

/** What measuring says of itself, before it asks for the camera. */
export const measureNotes = {
  how: "Cover the camera on the back, and the light beside it, with a fingertip. Hold still for about 15 seconds.",
  privacy:
    "Your browser will ask for the camera. It is used for this alone: no picture is kept or sent.",
  notMedical: "Not a medical device.",
} as const;

/** Why there is no reading. */
export const measureProblems = {
  denied: "The camera is blocked. Allow it in the browser's settings for this site.",
  missing: "This device has no camera.",
  busy: "The camera is in use by another app.",
  "no-reading": "No reading - cover the camera with your fingertip",
  interrupted: "The measurement was interrupted.",
} as const;

/** What the flat trace under a heart rate of 0 means: the heart shows what is live, and a reading is of its own moment. */
export const noSignal = "No live signal";

/** In place of a measurement while the camera must stay off. */
export const cameraUnavailable = "The camera can't be used right now.";
