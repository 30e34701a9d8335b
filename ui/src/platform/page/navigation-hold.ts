/** Prevents navigation away from this page, as far as browsers allow. */

const LEAVE_MS = 2_000;
let leaveAllowedUntil = 0;

/** Allows leaving for two seconds, so that no confirmation delays a phone call or a message. */
export function allowLeaving(): void {
  leaveAllowedUntil = performance.now() + LEAVE_MS;
}

/** What Android's Back and Escape close (HTML Standard, "close watchers"). */
interface CloseWatcher extends EventTarget {
  destroy(): void;
}

/**
 * Takes Back on Android. Chrome passes over history entries that a page added without a tap, but asks a close watcher first,
 * and a page may have one at any time. Returns how to stop.
 */
function holdBack(): () => void {
  const { CloseWatcher } = window as { CloseWatcher?: new () => CloseWatcher };
  if (CloseWatcher === undefined) return () => undefined;
  let watcher: CloseWatcher;
  const watch = () => {
    watcher = new CloseWatcher();
    watcher.addEventListener("close", watch);
  };
  watch();
  return () => watcher.destroy();
}

/** Has the browser ask before another document takes this one's place, until the returned function is called; `tel:` and `sms:` links still work. */
export function askBeforeLeaving(): () => void {
  const leave = (event: BeforeUnloadEvent) => {
    if (performance.now() > leaveAllowedUntil) {
      event.preventDefault();
    }
  };
  const tapped = (event: Event) => {
    const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
    if (link !== null && /^(tel|sms):/.test(link.getAttribute("href") ?? "")) {
      allowLeaving();
    }
  };
  window.addEventListener("beforeunload", leave);
  document.addEventListener("click", tapped, { capture: true });
  return () => {
    window.removeEventListener("beforeunload", leave);
    document.removeEventListener("click", tapped, { capture: true });
  };
}

/** Prevents navigation until the returned function is called; `tel:` and `sms:` links still work. */
export function holdNavigation(): () => void {
  const stay = () => history.pushState(history.state, "", location.href);
  const back = (event: PopStateEvent) => {
    // Otherwise the router would show the previous page.
    event.stopImmediatePropagation();
    history.pushState(history.state, "", held);
  };
  const held = location.href;
  const freeBack = holdBack();
  stay();
  window.addEventListener("popstate", back, { capture: true });
  const stopAsking = askBeforeLeaving();
  return () => {
    freeBack();
    window.removeEventListener("popstate", back, { capture: true });
    stopAsking();
  };
}
