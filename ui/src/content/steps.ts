/** What happens in an emergency, in three steps, and what the product cannot do. */
import { nationalText } from "./emergency-numbers.ts";

/** The steps, each with an icon, a title and a text. */
export const emergencySteps = [
  {
    icon: "heart",
    title: "You start it",
    text: "Press the button, say your word, or shake the phone if you turned that on. Until then, all anyone sees is a heart monitor.",
  },
  {
    icon: "lock",
    title: "It locks and records",
    text: "The screen locks behind your PIN. Your phone records sound and looks for your location.",
  },
  {
    icon: "message",
    title: "You press send",
    text: "Your messages app opens with a text and a map link for up to two people you trust. It cannot send them for you: you press send.",
  },
] as const;

/** What the phone beside the promise shows, one after the other. */
export const emergencyScenes = [
  "A plain heart monitor",
  "Said your word? Hold the heart",
  "Locked and recording",
  "You press send",
] as const;

/** What the app cannot do, stated before anybody pays. */
export const honestLimits = [
  "It listens and records only while the app is open on your screen.",
  "It does not send text messages by itself. Your phone's messages app opens with the text ready, and you press send.",
  "You can link guardians in the settings. They are told without a tap if your phone has a connection. Nobody can promise that they see it in time.",
  `It does not call the police. It complements ${nationalText("and")}, and never replaces them.`,
  "Its lock covers the app, not the whole phone. Anyone who holds the phone can still close it.",
] as const;
