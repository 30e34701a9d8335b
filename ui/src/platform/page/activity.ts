/** That a person uses the page. */

const signs = ["pointerdown", "keydown", "input", "wheel"] as const;

/** Calls back at every touch, key and turn of a wheel; returns how to stop. */
export function onTouch(listener: () => void): () => void {
  const options = { passive: true, capture: true } as const;
  for (const sign of signs) window.addEventListener(sign, listener, options);
  return () => {
    for (const sign of signs) window.removeEventListener(sign, listener, options);
  };
}
