/** The product's names and external links. */

/** The name on public pages. The app and its titles name the disguise instead. */
export const productName = "Silent Partner";

/** The neutral title of every app page: browser history and the task switcher show it. */
export const disguiseTitle = "Heart Rate";

/** Where the quick exit leads: an inconspicuous page. */
export const quickExitUrl = "https://www.bbc.com/weather";

/** The tab's title until that page has loaded. */
export const quickExitTitle = "Weather";

/** What a device with the full app says of itself: on the heart monitor until the set-up is finished, then in the settings. */
export const fullAppName = "Premium Protection Active";
