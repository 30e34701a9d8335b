/** The intro's modal dialog. It opens while the page starts, where Radix's was one of the longest tasks of a slow phone. */
import { type ReactNode, useEffect, useId, useLayoutEffect, useRef } from "react";
import classes from "#components/dialog/dialog.module.css";
import { Icon } from "#components/icon.tsx";
import { RemoveScroll } from "#platform/page/remove-scroll.tsx";

type IntroDialogProps = {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
};

/**
 * Shows `children` over what stands beside it, which is inert meanwhile; toasts stay above it. Escape, the cross and a
 * tap beside it close it. It has the focus at first, and gives it back.
 */
export function IntroDialog({ title, onClose, children }: IntroDialogProps) {
  const overlay = useRef<HTMLDivElement>(null);
  const dialog = useRef<HTMLDivElement>(null);
  const titleId = useId();
  const close = useRef(onClose);
  close.current = onClose;
  useLayoutEffect(() => makeBackgroundInert(overlay.current), []);
  // After the first frame, because moving the focus needs the layout at once.
  useEffect(() => takeFocus(dialog.current), []);
  useEffect(() => whenDismissed(overlay.current, () => close.current()), []);
  return (
    <RemoveScroll>
      <div ref={overlay} className={classes.overlay}>
        <div
          ref={dialog}
          className={classes.dialog}
          role="dialog"
          aria-modal="true"
          aria-labelledby={titleId}
          tabIndex={-1}
        >
          <div className={classes.top}>
            <h2 id={titleId} className={classes.title}>
              {title}
            </h2>
            <button type="button" className={classes.close} aria-label="Close" onClick={onClose}>
              <Icon name="close" />
            </button>
          </div>
          {children}
        </div>
      </div>
    </RemoveScroll>
  );
}

type Undo = (() => void) | undefined;

/** Makes the elements beside `overlay` inert; returns how to undo it. */
function makeBackgroundInert(overlay: HTMLElement | null): Undo {
  const all = [...(overlay?.parentElement?.children ?? [])];
  const others = all.filter((element) => element !== overlay && !element.hasAttribute("inert"));
  for (const element of others) element.setAttribute("inert", "");
  return () => {
    for (const element of others) element.removeAttribute("inert");
  };
}

/** Moves the focus to `dialog`; returns how to give it back. */
function takeFocus(dialog: HTMLElement | null): Undo {
  const before = dialog?.ownerDocument.activeElement as HTMLElement | null | undefined;
  dialog?.focus({ preventScroll: true });
  return () => before?.focus({ preventScroll: true });
}

/** Calls back at Escape and at a tap on `overlay` itself; returns how to stop. */
function whenDismissed(overlay: HTMLElement | null, dismiss: () => void): Undo {
  const stop = new AbortController();
  const { signal } = stop;
  const onKey = (event: KeyboardEvent) => {
    if (event.key === "Escape" && !event.defaultPrevented) dismiss();
  };
  const onTap = (event: Event) => {
    if (event.target === overlay) dismiss();
  };
  overlay?.ownerDocument.addEventListener("keydown", onKey, { signal });
  overlay?.addEventListener("click", onTap, { signal });
  return () => stop.abort();
}
