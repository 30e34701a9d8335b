/** What a form of settings stores. */

/** Whether two values are stored alike. */
export const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/**
 * What was changed in a form since it was filled with `begun`, over what is stored `now`: another tab may have saved since, and
 * some choices are stored as soon as they are made.
 */
export function settingsOver<Values extends object>(
  now: Values,
  begun: Values,
  held: Values,
): Values {
  const names = Object.keys(held) as (keyof Values)[];
  const changed = names.filter((name) => !isSame(held[name], begun[name]));
  return { ...now, ...Object.fromEntries(changed.map((name) => [name, held[name]])) };
}
