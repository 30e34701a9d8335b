//! Tells a database that is busy or unavailable from one that refuses a statement.

use sea_orm::{DbErr, RuntimeErr, SqlxError};

/// What an error of the database means for the request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Trouble {
    /// A lock is held too long, there is no free connection, or the transaction was chosen to end a deadlock: a later attempt may work.
    Busy,
    /// The database is gone, or its disk is full: somebody has to act.
    Unavailable,
    /// A fault of this program.
    Fault,
}

/// What `cause` means.
pub(super) fn trouble(cause: &DbErr) -> Trouble {
    let source = match cause {
        DbErr::ConnectionAcquire(_) => return Trouble::Busy,
        DbErr::Conn(source) | DbErr::Exec(source) | DbErr::Query(source) => source,
        _ => return Trouble::Fault,
    };
    let RuntimeErr::SqlxError(source) = source else {
        return Trouble::Fault;
    };
    match &**source {
        SqlxError::Database(database) => database
            .code()
            .map_or(Trouble::Fault, |code| by_code(&code)),
        SqlxError::PoolTimedOut => Trouble::Busy,
        SqlxError::Io(_)
        | SqlxError::Tls(_)
        | SqlxError::Protocol(_)
        | SqlxError::PoolClosed
        | SqlxError::WorkerCrashed => Trouble::Unavailable,
        _ => Trouble::Fault,
    }
}

fn by_code(code: &str) -> Trouble {
    if code.len() == 5 {
        return by_postgres_code(code);
    }
    code.parse().map_or(Trouble::Fault, by_sqlite_code)
}

/// SQLite's primary result codes: 5 busy, 6 locked, 10 input or output failed, 13 full, 14 cannot open; extended codes carry them in the
/// low byte (<https://www.sqlite.org/rescode.html>).
fn by_sqlite_code(code: u32) -> Trouble {
    match code & 0xff {
        5 | 6 => Trouble::Busy,
        10 | 13 | 14 => Trouble::Unavailable,
        _ => Trouble::Fault,
    }
}

/// PostgreSQL's codes, by their class or whole (<https://www.postgresql.org/docs/current/errcodes-appendix.html>).
fn by_postgres_code(code: &str) -> Trouble {
    match (code.get(..2), code) {
        // A serialization failure, a deadlock, a lock that is not available, a statement that took too long, too many connections.
        (_, "40001" | "40P01" | "55P03" | "57014" | "53300") => Trouble::Busy,
        // The connection broke, resources are used up (53100 is a full disk), the server stops or starts, its disk fails.
        (Some("08" | "53" | "57" | "58"), _) => Trouble::Unavailable,
        _ => Trouble::Fault,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_of_sqlite_and_of_postgresql_are_told_apart() {
        let cases = [
            ("5", Trouble::Busy),
            ("517", Trouble::Busy),
            ("13", Trouble::Unavailable),
            ("778", Trouble::Unavailable),
            ("1555", Trouble::Fault),
            ("40P01", Trouble::Busy),
            ("53300", Trouble::Busy),
            ("53100", Trouble::Unavailable),
            ("57P01", Trouble::Unavailable),
            ("23505", Trouble::Fault),
        ];
        for (code, expected) in cases {
            assert_eq!(by_code(code), expected, "{code}");
        }
    }
}
