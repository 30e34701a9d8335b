/** Illustrative quotes, which the page marks as such. */

/** Each quote with the situation that it illustrates. */
export const testimonials = [
  {
    words: "It sits beside my other health apps. Nobody has ever asked about it.",
    who: "Somebody whose phone is looked through at home",
  },
  {
    words: "On late shifts I walk with my thumb on it. Two taps and my sister knows where I am.",
    who: "Somebody who walks home at night",
  },
  {
    words: "I gave it to a friend and we chose the word together. She knows that I will come.",
    who: "Somebody who worries about a friend",
  },
] as const;
