/** Holds one resource at a time. */

/** Holds what `begin` began until it is released, or until the next begins. */
export function holding() {
  let letGo: () => void = () => undefined;
  return {
    hold: (begin: () => () => void): void => {
      letGo();
      letGo = begin();
    },
    release: (): void => {
      letGo();
      letGo = () => undefined;
    },
  };
}
