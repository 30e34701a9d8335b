/** Answers of the server that a document asks for once. */
import { useEffect, useState, useSyncExternalStore } from "react";
import { observable } from "#platform/observable.ts";

const answers = new Map<string, Promise<unknown>>();
/** Counts what was forgotten, so that whoever shows an answer asks again. */
const forgotten = observable(0);

/** The answer of an endpoint: asked for once, and again after a failure. Rejects as `ask` does. */
export function loaded<T>(endpoint: string, ask: () => Promise<T>): Promise<T> {
  const known = answers.get(endpoint);
  // Each endpoint has one reader in the code, so that what is kept is of its type.
  if (known !== undefined) return known as Promise<T>;
  const asked = ask();
  answers.set(endpoint, asked);
  asked.catch(() => {
    if (answers.get(endpoint) === asked) answers.delete(endpoint);
  });
  return asked;
}

/** The answer of an endpoint, or undefined until there is one; after `refresh` the earlier one until there is another. */
export function useAnswer<T>(endpoint: string, ask: () => Promise<T>): T | undefined {
  const [answer, setAnswer] = useState<T>();
  const count = useSyncExternalStore(forgotten.subscribe, forgotten.get, () => 0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was forgotten is asked for again.
  useEffect(() => {
    let isCurrent = true;
    loaded(endpoint, ask).then(
      (found) => {
        if (isCurrent) setAnswer(found);
      },
      // Without an answer what is shown stays.
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [endpoint, ask, count]);
  return answer;
}

/** Forgets the answer of an endpoint after a write: it is asked for again where it is shown. */
export function refresh(endpoint: string): void {
  answers.delete(endpoint);
  forgotten.set(forgotten.get() + 1);
}

/** Forgets all answers, as a new document does. */
export function forgetAnswers(): void {
  answers.clear();
}
