//! One file per table; rows only, no behaviour.
