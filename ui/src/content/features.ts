/** What the product does, does not do, and what a purchase includes (spec section 1). */

/** What a purchase includes. */
export const purchaseTerms = [
  "Lifetime access",
  "No subscription, no recurring charges",
  "Free updates",
  "Unlimited devices",
  "30-day money-back guarantee",
] as const;

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

/** What nobody may expect of the app: said before anybody pays. */
export const honestLimits = [
  "It listens and records only while the app is open on your screen.",
  "It does not send messages by itself. Your phone's message app opens with the text ready, and you tap send.",
  "It does not call the police. It complements 000 in Australia and 911 in the USA, and never replaces them.",
  "Its lock covers the app, not the whole phone. Somebody who holds the phone can still close it.",
] as const;

/** What the checkout says about the payment (spec section 2, /checkout). */
export const checkoutTerms = [
  "One-time payment",
  "No recurring charges",
  "Secured by Stripe",
  "30-day money-back guarantee",
] as const;
