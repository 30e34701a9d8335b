//! Which threads the operating system prefers where there are more of them than cores.

use rustix::process::setpriority_process;

/// The niceness of threads that give way, as in setpriority(2). Next to one of niceness 0 such a thread gets two fifths of a core's time.
/// `scripts/bench.d/findings.md` has what other values do.
const NICENESS: i32 = 2;

/// Lowers the priority of the current thread, and of those that it starts from now on.
///
/// Threads of SQLite's later connections are among those. Linux has a priority for each thread; other systems have one for the process. A
/// failure is logged.
pub fn give_way() {
    if let Err(error) = setpriority_process(None, NICENESS) {
        tracing::warn!(%error, "The priority of a thread cannot be lowered");
    }
}
