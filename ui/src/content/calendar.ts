/** The names of days and months. The browser's own formatting takes tens of milliseconds at its first use on a phone. */

/** From Sunday on, as `Date.getDay` counts them. */
export const dayNames = [
  "Sunday",
  "Monday",
  "Tuesday",
  "Wednesday",
  "Thursday",
  "Friday",
  "Saturday",
] as const;

/** As `Date.getMonth` counts them. */
export const monthNames = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
] as const;
