//! What is answered, one file per kind of URL: a handler parses, calls one service, answers.

pub mod assets;
pub mod buy;
pub mod csp_report;
pub mod fallback;
pub mod health;
pub mod pages;
pub mod search;
