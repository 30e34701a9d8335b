/** Keeps the person on this page as far as a browser lets a page do that. */

const LEAVE_MS = 2_000;
let leaveAllowedUntil = 0;

/** Lets the next two seconds' links leave unasked: a call or a message may never meet a question. */
export function allowLeaving(): void {
  leaveAllowedUntil = performance.now() + LEAVE_MS;
}

/** Holds the page until the returned function is called. Calls and messages pass freely. */
export function holdNavigation(): () => void {
  const stay = () => history.pushState(history.state, "", location.href);
  const back = (event: PopStateEvent) => {
    // The router must not hear of it, or it would show the page before.
    event.stopImmediatePropagation();
    history.pushState(history.state, "", held);
  };
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
  const held = location.href;
  stay();
  window.addEventListener("popstate", back, { capture: true });
  window.addEventListener("beforeunload", leave);
  document.addEventListener("click", tapped, { capture: true });
  return () => {
    window.removeEventListener("popstate", back, { capture: true });
    window.removeEventListener("beforeunload", leave);
    document.removeEventListener("click", tapped, { capture: true });
  };
}
