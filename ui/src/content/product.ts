/** The product's names and the places outside of it that it points to. */

/** The name on public pages. Inside the app and in titles of app pages only the disguise is named. */
export const productName = "Silent Partner";

/** The neutral title of every app page: browser history and the task switcher show it. */
export const disguiseTitle = "Heart Rate";

/** Where the quick exit leads: a page that anybody may be looking at. */
export const quickExitUrl = "https://www.bbc.com/weather";

/** The tab's title between the quick exit and the arrival of the other page. */
export const quickExitTitle = "Weather";
