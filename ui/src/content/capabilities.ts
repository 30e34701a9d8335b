/** What the product does and does not do, for the landing page. */
import { nationalText } from "./emergency-numbers.ts";

/** What the app does, each as a heading, a sentence and an icon. */
export const capabilities = [
  {
    icon: "heart",
    title: "A disguise that holds",
    text: "It opens as a plain heart-rate monitor, with a heart, a step count and a chart.",
  },
  {
    icon: "microphone",
    title: "One button, or your word",
    text: "Start an emergency by a tap or by saying a safe word that you choose.",
  },
  {
    icon: "message",
    title: "A message, ready to send",
    text: "It prepares a text with a map link for up to two people you trust.",
  },
  {
    icon: "lock",
    title: "Recorded and locked",
    text: "Audio is recorded on your device and the screen stays locked behind your PIN.",
  },
] as const;

/** What the app cannot do, stated before anybody pays. */
export const honestLimits = [
  "It listens and records only while the app is open on your screen.",
  "It does not send messages by itself. Your phone's message app opens with the text ready, and you tap send.",
  `It does not call the police. It complements ${nationalText("and")}, and never replaces them.`,
  "Its lock covers the app, not the whole phone. Somebody who holds the phone can still close it.",
] as const;
