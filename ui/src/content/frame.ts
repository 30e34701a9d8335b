/** What is kept of a camera's frame: its mean colour. */

/** Each channel is 0 to 255; `at` is when it was taken, in milliseconds of a clock that does not jump. */
export interface Frame {
  readonly at: number;
  readonly red: number;
  readonly green: number;
  readonly blue: number;
}
