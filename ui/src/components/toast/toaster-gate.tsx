/** Loads the toaster with the first toast. */

import { useLazyPart } from "#components/loading.ts";
import { useToasts } from "./toast-store.ts";

const loadToaster = () => import("./toaster.tsx").then(({ Toaster }) => Toaster);

/** Renders nothing until there is a toast. */
export function ToasterGate() {
  const hasToasts = useToasts().length > 0;
  const Toaster = useLazyPart(loadToaster, hasToasts);
  return Toaster === null ? null : <Toaster />;
}
