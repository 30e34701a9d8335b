/** Loads the toaster when the first toast is shown, so that pages without toasts do not carry it. */
import { useToasts } from "./toast-store.ts";
import { useLatePart } from "./use-late-part.ts";

const loadToaster = () => import("./toaster.tsx").then(({ Toaster }) => Toaster);

/** Renders nothing until there is something to say. */
export function ToasterGate() {
  const hasToasts = useToasts().length > 0;
  const Toaster = useLatePart(loadToaster, hasToasts);
  return Toaster === null ? null : <Toaster />;
}
