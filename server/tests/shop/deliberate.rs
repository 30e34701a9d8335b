//! How often tests repeat what is random: a few times as usual, or more often for a deliberate long run.

/// How many times a test kills what it kills at random moments: what `KILLS` says, or as many as usual.
pub(crate) fn kills(usual: usize) -> usize {
    std::env::var_os("KILLS").map_or(usual, |text| {
        let number = text.to_str().and_then(|number| number.parse().ok());
        number.expect("KILLS is a number")
    })
}
