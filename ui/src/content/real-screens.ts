/** Pictures of the running product, which `scripts/screens --public` takes. */

/** Their size on the page, in CSS pixels. */
export const screenSize = { width: 260, height: 563 } as const;

/** The scene that each shows, and what is to be seen. */
export const realScreens = [
  {
    scene: "heart-monitor",
    title: "What others see",
    alt: "The app as a heart monitor: a heart, a button that measures, and steps",
  },
  {
    scene: "home",
    title: "Where you start it",
    alt: "The emergency screen: the location is known, one button is for a test and one is real",
  },
  {
    scene: "lock",
    title: "After you started it",
    alt: "The lock screen: it is recording, and a message is ready for each contact",
  },
] as const;

/** The URL of a picture. */
export function screenUrl(scene: string, look: "light" | "dark"): string {
  return `/pictures/${scene}-${look}.webp`;
}
