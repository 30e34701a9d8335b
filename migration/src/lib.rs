//! The ordered list of migrations, each up and down.
