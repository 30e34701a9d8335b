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

/**
 * Whether this is an Android phone or tablet. One that asks for desktop pages identifies as Linux, but its main pointer is a
 * finger; that of a computer with a touch screen is the mouse.
 */
export function isAndroid(): boolean {
  const { userAgent } = navigator;
  return (
    userAgent.includes("Android") ||
    (userAgent.includes("X11; Linux") && window.matchMedia("(pointer: coarse)").matches)
  );
}

/** Whether this is a phone or a tablet. */
export function isPhone(): boolean {
  return isApplePhone() || isAndroid();
}

/** Whether the browser is Safari; other browsers on an iPhone add their own name. */
export function isSafari(): boolean {
  const { userAgent } = navigator;
  return (
    userAgent.includes("Safari/") &&
    !/Chrome|CriOS|FxiOS|EdgiOS|OPiOS|DuckDuckGo|GSA\//.test(userAgent)
  );
}

/** The version of iOS or iPadOS as major and minor number; null where an installed app does not say it. */
function appleVersion(): readonly [number, number] | null {
  const said = / OS (\d+)_(\d+)|Version\/(\d+)\.(\d+)/.exec(navigator.userAgent);
  if (said === null) return null;
  const [, major, minor, otherMajor, otherMinor] = said;
  return [Number(major ?? otherMajor), Number(minor ?? otherMinor)];
}

/**
 * Whether the browser grants wake locks that do nothing, as an app on the home screen of an iPhone or iPad does before
 * version 18.4. Without a version it is known by an interface that came with that one.
 */
export function hasVoidWakeLocks(): boolean {
  if (!isApplePhone() || !isStandalone()) return false;
  const version = appleVersion();
  if (version === null) return !("cookieStore" in window);
  const [major, minor] = version;
  return major < 18 || (major === 18 && minor < 4);
}
