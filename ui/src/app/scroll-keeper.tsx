/** Comes back to where a page of the app was left. */
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { useLocation, useNavigationType } from "react-router";
import { notePlace, restorePlaces, scrollBack } from "#platform/page/scroll-places.ts";

/** While the next page is loaded, the one before it is shown and scrolled. Without the keeper each page begins at its top. */
export function ScrollKeeper({ isLoading }: { readonly isLoading: boolean }) {
  const location = useLocation();
  const [shown, setShown] = useState(location);
  if (!isLoading && shown !== location) setShown(location);
  const { key, hash } = isLoading ? shown : location;
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
