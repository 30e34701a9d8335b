/** Comes back to where a page of the app was left. */
import { useEffect, useLayoutEffect, useRef } from "react";
import { type Location, useNavigationType } from "react-router";
import { notePlace, restorePlaces, scrollBack } from "#platform/scroll-places.ts";

/** `place` is where the page that is shown was opened. While it is not kept, as in an emergency, each page begins at its top. */
export function ScrollKeeper({ place: { key, hash } }: { readonly place: Location }) {
  const isBack = useNavigationType() === "POP";
  const keyBefore = useRef(key);
  useEffect(restorePlaces, []);
  // Before the first paint, and after the frame has begun the page at its top.
  useLayoutEffect(() => {
    // The browser itself scrolls to a part of the page that the URL names.
    if (keyBefore.current !== key && isBack && hash === "") scrollBack(key);
    keyBefore.current = key;
    return notePlace(key);
  }, [key, hash, isBack]);
  return null;
}
