/** Illustrative situations, which the page marks as such. */

/** Each situation, and what the product does in it. */
export const situations = [
  {
    icon: "phone",
    title: "Your phone is looked through",
    text: "Among other health apps it is one more heart. Once you have a PIN, your settings and recordings ask for it.",
  },
  {
    icon: "pin",
    title: "You walk home at night",
    text: "Keep it open on the way. Two taps lock the screen, record, and have a message with your location ready to send.",
  },
  {
    icon: "gift",
    title: "You worry about a friend",
    text: "Give it as a gift and hand the link over in person. Then choose the safe word together.",
  },
] as const;
