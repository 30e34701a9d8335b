/** The display mode and the kind of device. */

/** Whether the app runs from the home screen instead of in a browser tab. */
export function isStandalone(): boolean {
  const apple = navigator as Navigator & { standalone?: boolean };
  return apple.standalone === true || window.matchMedia("(display-mode: standalone)").matches;
}

/** Whether this is an iPhone or an iPad; newer iPads identify as a Macintosh with a touch screen. */
export function isApplePhone(): boolean {
  const { userAgent, maxTouchPoints } = navigator;
  return (
    /iPhone|iPad|iPod/.test(userAgent) || (userAgent.includes("Macintosh") && 1 < maxTouchPoints)
  );
}

/** Whether the browser is Safari; other browsers on an iPhone add their own name. */
export function isSafari(): boolean {
  const { userAgent } = navigator;
  return (
    userAgent.includes("Safari/") &&
    !/Chrome|CriOS|FxiOS|EdgiOS|OPiOS|DuckDuckGo|GSA\//.test(userAgent)
  );
}
