/** How a permission is allowed in a browser's settings, per browser. */
import type { BrowserKind } from "#platform/browser.ts";

/** The permission's name as settings spell it. */
type Name = "Location" | "Microphone";

/** The last line of each list: not every browser tells the page when its settings change. */
const comeBack = (name: Name) =>
  `Come back to this screen. If it still says Blocked, press "Try ${name.toLowerCase()} again".`;

/** How a blocked permission is allowed again: the lines of the instruction, in their order. */
export function helpFor(kind: BrowserKind, name: Name): readonly string[] {
  return [...stepsToAllow(kind, name), comeBack(name)];
}

/** Where the browser's settings allow it for good, in the order of the steps. */
export function stepsToAllow(kind: BrowserKind, name: Name): readonly string[] {
  switch (kind) {
    case "apple-app":
      return [
        ...(name === "Location" ? [APPLE_LOCATION] : []),
        `Open the iPhone's Settings, then Apps, Safari, ${name}, and choose Allow.`,
        "Close this app and open it again from the home screen.",
      ];
    case "apple-browser":
      return [
        ...(name === "Location" ? [APPLE_LOCATION] : []),
        "Tap the page button at the left of the address, then Website Settings.",
        `Set ${name} to Allow, and load this page again.`,
      ];
    case "android-app":
      return [
        "Hold the app's icon on the home screen and tap App info.",
        `Open Permissions, then ${name}, and choose Allow only while using the app.`,
        `If it is allowed there, open Chrome and look under Settings, Site settings, ${name}.`,
      ];
    case "android-chromium":
      return [
        "Tap the icon at the left of the address, then Permissions.",
        `Switch ${name} on, or tap Reset permissions.`,
        `If ${name} is not in the list, open the phone's Settings, Apps, this browser, Permissions, and allow it there.`,
      ];
    case "android-firefox":
      return ["Tap the lock at the left of the address.", `Tap ${name} until it says Allowed.`];
    case "desktop-chromium":
      return ["Click the icon at the left of the address.", `Switch ${name} on.`];
    case "desktop-firefox":
      return [
        "Click the permissions icon at the left of the address.",
        `Remove "Blocked" beside ${name}, and load this page again.`,
      ];
    case "desktop-safari":
      return ["Open the Safari menu, then Settings for this website.", `Set ${name} to Allow.`];
    default:
      return kind satisfies never;
  }
}

const APPLE_LOCATION =
  "Open the iPhone's Settings, Privacy & Security, Location Services, and switch it on, for Safari Websites too.";
