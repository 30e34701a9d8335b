//! Tells a database that is busy or unavailable from one that refuses a statement.

use sea_orm::{DbErr, RuntimeErr, SqlxError};

/// What an error of the database means for the request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum DatabaseFailure {
    /// A lock is held too long, there is no free connection, or the transaction was chosen to end a deadlock: a later attempt may work.
    Busy,
    /// The database is gone, or its disk is full: somebody has to act.
    Unavailable,
    /// A fault of this program.
    Fault,
}

/// What `cause` means.
pub(super) fn failure(cause: &DbErr) -> DatabaseFailure {
    let source = match cause {
        DbErr::ConnectionAcquire(_) => return DatabaseFailure::Busy,
        DbErr::Conn(source) | DbErr::Exec(source) | DbErr::Query(source) => source,
        _ => return DatabaseFailure::Fault,
    };
    let RuntimeErr::SqlxError(source) = source else {
        return DatabaseFailure::Fault;
    };
    match &**source {
        SqlxError::Database(database) => database
            .code()
            .map_or(DatabaseFailure::Fault, |code| by_code(&code)),
        SqlxError::PoolTimedOut => DatabaseFailure::Busy,
        SqlxError::Io(_)
        | SqlxError::Tls(_)
        | SqlxError::Protocol(_)
        | SqlxError::PoolClosed
        | SqlxError::WorkerCrashed => DatabaseFailure::Unavailable,
        _ => DatabaseFailure::Fault,
    }
}

fn by_code(code: &str) -> DatabaseFailure {
    if code.len() == 5 {
        return by_postgres_code(code);
    }
    code.parse().map_or(DatabaseFailure::Fault, by_sqlite_code)
}

/// SQLite's primary result codes: 5 busy, 6 locked, 10 input or output failed, 13 full, 14 cannot open; extended codes carry them in the
/// low byte (<https://www.sqlite.org/rescode.html>).
fn by_sqlite_code(code: u32) -> DatabaseFailure {
    match code & 0xff {
        5 | 6 => DatabaseFailure::Busy,
        10 | 13 | 14 => DatabaseFailure::Unavailable,
        _ => DatabaseFailure::Fault,
    }
}

/// PostgreSQL's codes, by their class or whole (<https://www.postgresql.org/docs/current/errcodes-appendix.html>).
fn by_postgres_code(code: &str) -> DatabaseFailure {
    match (code.get(..2), code) {
        // A serialization failure, a deadlock, a lock that is not available, a statement that took too long, too many connections.
        (_, "40001" | "40P01" | "55P03" | "57014" | "53300") => DatabaseFailure::Busy,
        // The connection broke, resources are used up (53100 is a full disk), the server stops or starts, its disk fails, or it only reads (25006):
        // another one has taken its place.
        (Some("08" | "53" | "57" | "58"), _) | (_, "25006") => DatabaseFailure::Unavailable,
        _ => DatabaseFailure::Fault,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_of_sqlite_and_of_postgresql_are_told_apart() {
        let cases = [
            ("5", DatabaseFailure::Busy),
            ("517", DatabaseFailure::Busy),
            ("13", DatabaseFailure::Unavailable),
            ("778", DatabaseFailure::Unavailable),
            ("1555", DatabaseFailure::Fault),
            ("40P01", DatabaseFailure::Busy),
            ("53300", DatabaseFailure::Busy),
            ("53100", DatabaseFailure::Unavailable),
            ("57P01", DatabaseFailure::Unavailable),
            ("25006", DatabaseFailure::Unavailable),
            ("25P02", DatabaseFailure::Fault),
            ("23505", DatabaseFailure::Fault),
        ];
        for (code, expected) in cases {
            assert_eq!(by_code(code), expected, "{code}");
        }
    }
}
