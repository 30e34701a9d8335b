/** Times of recordings in words. */

const DAY_MS = 86_400_000;

const midnight = (time: Date) => new Date(time).setHours(0, 0, 0, 0);

/** "Today, 21:04", "Yesterday, 21:04" or the date with the time, as this device writes them. */
export function whenText(time: Date, now: Date): string {
  const clock = time.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
  // Rounded, because a day on which clocks change has an hour more or less.
  const days = Math.round((midnight(now) - midnight(time)) / DAY_MS);
  if (days === 0) return `Today, ${clock}`;
  if (days === 1) return `Yesterday, ${clock}`;
  const isThisYear = time.getFullYear() === now.getFullYear();
  const year = isThisYear ? {} : ({ year: "numeric" } as const);
  const date = time.toLocaleDateString([], { day: "numeric", month: "long", ...year });
  return `${date}, ${clock}`;
}
