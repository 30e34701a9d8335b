//! Request bodies whose rejections are our own errors; the framework's extractors are not used directly.

pub mod form;
pub mod json;
pub mod object;
pub mod visitor;
