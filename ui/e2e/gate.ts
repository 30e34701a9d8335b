/** A gate that a test holds closed until it wants what waits behind it to go on. */
export type Gate = { readonly opened: Promise<void>; readonly open: () => void };

/** A closed gate. Opening it twice is the same as once. */
export function closedGate(): Gate {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}
