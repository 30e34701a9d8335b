//! The pages: what each of them is told.

pub mod data;
