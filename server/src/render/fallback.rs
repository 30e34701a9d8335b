//! What stands in a page whose render failed: plain HTML that still lets a person go on.
//!
//! It gives away no purpose on pages that wear the disguise, and on the pages where somebody buys it holds the form that works without
//! JavaScript.

use super::head::escape;
use super::manifest::Head;

/// The inside of `#root` for the page `name`.
pub(crate) fn html(name: &str, head: &Head, support_email: &str) -> String {
    let title = escape(&head.title);
    let support = escape(support_email);
    let next = match name {
        "landing" | "checkout" | "subscribe" => BUY,
        _ => "",
    };
    format!(
        "<main><h1>{title}</h1><p>This page could not be shown in full. Please reload it in a moment.</p>{next}\
         <p><a href=\"/\">Back to Home</a></p><p>Need help? <a href=\"mailto:{support}\">{support}</a></p></main>"
    )
}

/// The form of the checkout page.
const BUY: &str = "<form method=\"post\" action=\"/buy\"><p><label>Your e-mail address <input type=\"email\" name=\"email\" \
    autocomplete=\"email\" required></label></p><p><button type=\"submit\">Continue to payment - $9.99</button></p></form>";
