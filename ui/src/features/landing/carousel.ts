/** The carousel's order, which wraps in both directions. */

/** The slide after `index` of `count`. */
export function nextSlide(index: number, count: number): number {
  return (index + 1) % count;
}

/** The slide before `index` of `count`. */
export function previousSlide(index: number, count: number): number {
  return (index + count - 1) % count;
}

/** The slide that is visible when a track of `count` slides of `width` pixels is scrolled to `offset`. */
export function slideAt(offset: number, width: number, count: number): number {
  if (width <= 0) return 0;
  return Math.min(count - 1, Math.max(0, Math.round(offset / width)));
}
