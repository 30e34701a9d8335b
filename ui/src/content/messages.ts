/** The sentences that the product says to a person (spec section 8 and the rules of section 5). */

/** The purchase e-mail is missing or is no address (spec section 5). */
export const invalidPurchaseEmail = "Please enter a valid email address";

/** The purchase e-mail could not be handled for any other reason (spec section 5). */
export const purchaseEmailFailed = "An error occurred. Please try again.";

/** Shown when a page fails while it is on screen. */
export const pageFailed = "Something went wrong. Please reload the page.";
