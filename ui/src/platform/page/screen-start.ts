/** How a screen begins that takes a page's place at the same address. */
import { useLayoutEffect, useRef } from "react";
import { focusPage } from "./navigation.ts";

/** Begins the page anew, at its top and with the focus on its heading, whenever `shown` is another; the first is left as it is. */
export function useScreenStart(shown: string | boolean): void {
  const before = useRef(shown);
  useLayoutEffect(() => {
    if (before.current !== shown) focusPage();
    before.current = shown;
  }, [shown]);
}
