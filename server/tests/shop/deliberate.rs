//! How often tests repeat what is random: a few times as usual, or more often for a deliberate long run.

/// How many times a test kills what it kills at random moments: what `KILLS` says, or as many as usual.
pub(crate) fn kills(usual: usize) -> usize {
    let wanted = std::env::var_os("KILLS").and_then(|text| text.into_string().ok());
    wanted.map_or(usual, |number| number.parse().expect("KILLS is a number"))
}
