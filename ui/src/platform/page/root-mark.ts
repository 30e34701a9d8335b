/** Marks on the root element, for styles in browsers without `:has`. */
import { useLayoutEffect } from "react";

/** How many shown parts ask for each mark: a page and a screen within it may ask for the same. */
const counts = new Map<string, number>();

function change(name: string, by: number): void {
  const count = (counts.get(name) ?? 0) + by;
  counts.set(name, count);
  document.documentElement.toggleAttribute(`data-${name}`, 0 < count);
}

/** Keeps `data-name` on the root element while the component is shown. */
export function useRootMark(name: string): void {
  useLayoutEffect(() => {
    change(name, 1);
    return () => change(name, -1);
  }, [name]);
}
