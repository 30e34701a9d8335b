/** A value with listeners: the one mechanism by which a part of the page hears that something changed. */

/** A value that can be read and watched. Its two functions fit `useSyncExternalStore`. */
export interface Observable<T> {
  readonly get: () => T;
  /** Calls back after every change; returns how to stop. */
  readonly subscribe: (listener: () => void) => () => void;
}

/** An observable for its owner, who alone may change it. */
export interface ObservableValue<T> extends Observable<T> {
  /** Sets the value and tells every listener, unless it is the same value (`Object.is`). */
  readonly set: (next: T) => void;
}

/** Makes an observable that holds `initial`. */
export function observable<T>(initial: T): ObservableValue<T> {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set: (next) => {
      if (Object.is(next, value)) return;
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
