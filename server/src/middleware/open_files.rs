//! How many connections the limit on open files leaves room for, and what they are for.

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

/// The most connections that may be open at once, however many files the system allows.
const MAX_CONNECTIONS: u64 = 32_768;
/// File descriptors that are left for the database, mails and requests to the payment provider.
const RESERVED_FILES: u64 = 128;
/// The fewest connections, however few file descriptors there are.
const MIN_CONNECTIONS: u64 = 16;

/// How many connections may be open at once. Raises the limit on open files as far as that needs and the system allows.
pub fn connections() -> usize {
    let files = raise_file_limit(MAX_CONNECTIONS + RESERVED_FILES);
    let most = files
        .saturating_sub(RESERVED_FILES)
        .clamp(MIN_CONNECTIONS, MAX_CONNECTIONS);
    usize::try_from(most).unwrap_or(usize::MAX)
}

/// How many of so many connections may wait for news of links. A quarter is kept for visitors.
pub(super) fn max_long_polls(connections: usize) -> usize {
    connections / 4 * 3
}

/// Raises the limit on open files to `wanted`, or as far as the system allows. Returns what it is then.
fn raise_file_limit(wanted: u64) -> u64 {
    let limit = getrlimit(Resource::Nofile);
    let (Some(current), most) = (limit.current, limit.maximum) else {
        return wanted;
    };
    let raised = Ord::min(wanted, most.unwrap_or(wanted));
    let next = Rlimit {
        current: Some(raised),
        maximum: most,
    };
    if current < raised && setrlimit(Resource::Nofile, next).is_ok() {
        raised
    } else {
        current
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ten_thousand_guardians_wait_within_the_file_limit_of_the_readme() {
        let unit = include_str!("../../README.md");
        let limit = unit
            .lines()
            .find_map(|line| line.strip_prefix("LimitNOFILE="));
        let files: usize = limit.unwrap().parse().unwrap();
        let connections = files - usize::try_from(RESERVED_FILES).unwrap();
        assert!(10_000 <= max_long_polls(connections));
        assert!(
            2_500 <= connections - max_long_polls(connections),
            "for visitors"
        );
    }
}
