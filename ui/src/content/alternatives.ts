/** What else there is, what it does better, and what it does not do. */

/** The kinds of help that people have or could have. */
export const alternatives = [
  {
    name: "Your phone's own SOS",
    better:
      "It is free, calls for help by itself and works with the screen locked. Set it up as well.",
    lacks: "It is not disguised and often counts down aloud. Most phones record no sound with it.",
  },
  {
    name: "Location sharing",
    better: "People whom you chose see where you are without a tap, for as long as you like.",
    lacks:
      "It cannot tell that you need help. Whoever gets into your account sees where you are, too.",
  },
  {
    name: "Alarm and panic apps",
    better:
      "Many send their alert by themselves, and some have people who answer around the clock.",
    lacks:
      "Their name and the app store tell what they are for. Many need an account or a subscription.",
  },
  {
    name: "Silent Partner",
    better:
      "It looks like something else, comes from no app store, needs no account, and keeps its recordings on your phone.",
    lacks: "You press send, and it must be open on your screen to listen and record.",
  },
] as const;
