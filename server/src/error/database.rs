//! Tells a database that is busy from one that is broken.

use sea_orm::{DbErr, RuntimeErr};

/// Whether a later attempt may work: no free connection, a lock that is held too long, or a full disk.
pub(super) fn is_busy(cause: &DbErr) -> bool {
    let (DbErr::Conn(source) | DbErr::Exec(source) | DbErr::Query(source)) = cause else {
        return matches!(cause, DbErr::ConnectionAcquire(_));
    };
    let RuntimeErr::SqlxError(source) = source else {
        return false;
    };
    let Some(database) = source.as_database_error() else {
        return false;
    };
    // SQLite's primary result codes: 5 busy, 6 locked, 13 full; extended codes carry them in the low byte
    // (https://www.sqlite.org/rescode.html). PostgreSQL's codes are five characters long.
    database
        .code()
        .filter(|code| code.len() < 5)
        .and_then(|code| code.parse::<u32>().ok())
        .is_some_and(|code| matches!(code & 0xff, 5 | 6 | 13))
}
