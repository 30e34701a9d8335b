//! What is answered, one file per kind of URL: a handler parses, calls one service, answers.

pub mod access;
pub mod assets;
pub mod contacts;
pub mod csp_report;
pub mod described;
pub mod fallback;
pub mod forms;
pub mod gift_links;
pub mod health;
pub mod pages;
pub mod payments;
pub mod returns;
pub mod search;
pub mod shop_page;
pub mod stripe_webhook;
pub mod verification;
