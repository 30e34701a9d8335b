/** What the browser tells of where and in which languages it is used. */

/** The time zone ("Europe/Berlin"); empty where the browser does not tell it. */
export function timeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone ?? "";
}

/** The languages, the preferred one first. */
export function languages(): readonly string[] {
  return navigator.languages;
}
