//! Whether a time that was stored is reached.

use std::time::Duration;

use sea_orm::ColumnTrait;
use sea_orm::sea_query::{ExprTrait as _, SimpleExpr};

use crate::domain::clock::{millis, now};

/// How far the clocks of two servers may be apart.
const MARGIN: Duration = Duration::from_mins(5);

/// Whether the time in this column is reached, which is never stored more than `longest` ahead.
///
/// One that is further ahead comes from a clock that was wrong, and counts as reached: what is due must not wait until the time of that clock.
pub fn is_reached(column: impl ColumnTrait, longest: Duration) -> SimpleExpr {
    column.lte(now()).or(is_too_far(column, longest))
}

/// Whether the time in this column is further ahead than any that is stored.
pub fn is_too_far(column: impl ColumnTrait, longest: Duration) -> SimpleExpr {
    column.gt(now() + millis(longest + MARGIN))
}
