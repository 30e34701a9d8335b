/** The numbers of the product (spec section 9). */

/** Price in US dollars, paid once. */
export const priceUsd = 9.99;

/** The price as it is written everywhere. */
export const priceLabel = "$9.99";

/** What the visitor counter starts from, before this browser's own visits. */
export const visitorCounterBase = 20_247;

/** How long a toast stays, in milliseconds. */
export const toastDurationMs = 5000;

/** How long a dismissed toast is kept before it is forgotten, in milliseconds. */
export const toastRemovalMs = 1_000_000;

/** How many toasts are shown at a time. */
export const maxToasts = 1;

/** How far a toast must be swiped to the right before it goes, in pixels. */
export const toastSwipeThresholdPx = 50;

/** The key that moves the focus to the toast area. */
export const toastHotkey = "F8";

/** How often Shift must be pressed for the quick exit. */
export const quickExitPresses = 3;

/** Within how many milliseconds those presses must fall. */
export const quickExitWindowMs = 5000;
