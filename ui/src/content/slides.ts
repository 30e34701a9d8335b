/** The five preview slides of the landing page. */
import { numbersText } from "./emergency-numbers.ts";

/** The slides: anchor, name of the drawing, title and text. */
export const slides = [
  {
    id: "preview-1",
    drawing: "heart",
    title: "Stealth heart-rate monitor",
    text: "This is all anyone sees over your shoulder. Tap the heart to reach your settings.",
  },
  {
    id: "preview-2",
    drawing: "voice",
    title: "Voice activation",
    text: "While the app is open it listens for your safe word. Hearing it starts the emergency.",
  },
  {
    id: "preview-3",
    drawing: "lockdown",
    title: "Emergency lockdown",
    text: `The screen locks and sound is recorded until you type your PIN. You can still call ${numbersText("and")}.`,
  },
  {
    id: "preview-4",
    drawing: "contacts",
    title: "Emergency contacts",
    text: "Choose up to two people. The app gets a message ready for each, with your words and a map link.",
  },
  {
    id: "preview-5",
    drawing: "settings",
    title: "Settings",
    text: "Your safe word, your message, your PIN. They stay on your device.",
  },
] as const;

/** A slide of the carousel. */
export type Slide = (typeof slides)[number];
