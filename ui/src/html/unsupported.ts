/** What this renderer leaves to React's own. */
export class Unsupported extends Error {
  /** @param what the element, attribute or hook that is not rendered here */
  constructor(what: string) {
    super(`not rendered here: ${what}`);
  }
}
