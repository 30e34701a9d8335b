/** The lists on the pages for buying and giving. */
import { moneyBack } from "./price.ts";

/** What a purchase includes. */
export const purchaseIncludes = [
  "Lifetime access",
  "Free updates",
  "Unlimited devices",
  moneyBack,
] as const;

/** What a purchase includes and spares, beside the price. */
export const purchaseTerms = [
  "Lifetime access",
  "No subscription, no recurring charges",
  "Free updates",
  "Unlimited devices",
  moneyBack,
] as const;

/** The terms of the payment on the checkout page. */
export const checkoutTerms = [
  "One-time payment",
  "No recurring charges",
  "Secured by Stripe",
  moneyBack,
] as const;

/** The six features on the purchase page. */
export const appFeatures = [
  "Emergency button that finds your location if it can, and gets a text message ready",
  "Voice activation with your own safe word",
  "Audio recording, kept on your device",
  "Lock screen that opens with your PIN",
  "Heart-rate monitor disguise",
  "Up to 2 trusted contacts",
] as const;

/** What a recipient gets. */
export const giftFeatures = [
  "Voice activation",
  "SMS alerts, ready for you to send",
  "GPS location sharing",
  "Audio recording",
  "Stealth heart-monitor disguise",
] as const;

/** How a gift works. */
export const giftSteps = [
  "Enter your email address and your friend's",
  "Pay once by card",
  "Copy the gift link and pass it on in the way that is safest for your friend",
  "Your friend opens the link and activates the app",
] as const;

/** The next steps after a purchase. */
export const nextSteps = [
  "Install the app on your device",
  "Add up to 2 trusted contacts",
  "Configure voice activation with a safe word",
  "Test it",
] as const;

/** How to install the app. */
export const installSteps = [
  "Tap Install App Now",
  "Open your browser's menu, or Share on an iPhone",
  'Choose "Add to Home screen" or "Install app"',
  "Open it from its heart icon",
] as const;

/** What to set up first. */
export const setupSteps = [
  "Add up to 2 trusted contacts",
  "Choose a safe word and allow the microphone",
  "Choose your own PIN",
  "Run a test emergency",
] as const;

/** Suggestions when no purchase was found. */
export const notFoundSuggestions = [
  "Check the address for typing mistakes",
  "Try another email address of yours",
  "Check whether someone else bought it for you as a gift",
  "Contact support",
] as const;
