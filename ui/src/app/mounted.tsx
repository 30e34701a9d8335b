/** Tells when the tree that it stands in has been mounted. */
import { useEffect } from "react";

/** Renders nothing and calls `onMounted` after the first commit. */
export function Mounted({ onMounted }: { onMounted: () => void }) {
  useEffect(onMounted, [onMounted]);
  return null;
}
