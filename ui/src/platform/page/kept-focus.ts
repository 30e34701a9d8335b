/** Keeps the place of the keyboard and of screen readers where the control that had the focus goes: browsers give it to the body. */

/** An element and all that it stands in, below the body. */
function pathOf(element: HTMLElement): readonly HTMLElement[] {
  const path: HTMLElement[] = [];
  for (
    let at: HTMLElement | null = element;
    at !== null && at !== document.body;
    at = at.parentElement
  ) {
    path.push(at);
  }
  return path;
}

const isLost = () => document.activeElement === null || document.activeElement === document.body;

function focus(element: HTMLElement): void {
  element.focus({ preventScroll: true });
}

/** Focuses the heading of what is left around a control, or that itself. */
function focusPlace(place: HTMLElement): void {
  const target = place.querySelector<HTMLElement>("h1, h2, h3") ?? place;
  if (!target.hasAttribute("tabindex")) target.tabIndex = -1;
  focus(target);
}

/**
 * From now on a control that is disabled for a while gets the focus back, and one that is removed leaves it to the nearest heading. Who
 * leaves a control by themselves is left alone. Returns how to stop.
 */
export function keepFocus(): () => void {
  let path: readonly HTMLElement[] = [];
  const note = ({ target }: FocusEvent) => {
    if (target instanceof HTMLElement) path = pathOf(target);
  };
  const leave = () => {
    const left = path;
    // Some browsers tell it while the control is being removed: what became of it is known afterwards.
    queueMicrotask(() => {
      const [control] = left;
      if (path === left && control?.isConnected && !control.matches(":disabled")) path = [];
    });
  };
  const look = () => {
    const [control, ...around] = path;
    if (control === undefined || !isLost()) return;
    if (control.isConnected) {
      if (!control.matches(":disabled")) focus(control);
      return;
    }
    const place = around.find((one) => one.isConnected);
    if (place !== undefined) focusPlace(place);
  };
  const observer = new MutationObserver(look);
  observer.observe(document.body, {
    ...{ childList: true, subtree: true },
    attributeFilter: ["disabled"],
  });
  document.addEventListener("focusin", note);
  document.addEventListener("focusout", leave);
  if (document.activeElement instanceof HTMLElement) path = pathOf(document.activeElement);
  return () => {
    observer.disconnect();
    document.removeEventListener("focusin", note);
    document.removeEventListener("focusout", leave);
  };
}
