/** Illustrative situations, which the page marks as such. */

/** Each situation, and what the product does in it. */
export const situations = [
  {
    icon: "phone",
    title: "Your phone is looked through",
    text: "It looks like one more health app. Once you set a PIN, your settings and recordings ask for it.",
  },
  {
    icon: "pin",
    title: "You walk home at night",
    text: "Keep it open on your way. Two taps lock the screen, start to record and get a message with your location ready to send.",
  },
  {
    icon: "gift",
    title: "You worry about a friend",
    text: "Give it as a gift and pass the link on in person. Then choose the safe word together.",
  },
] as const;
