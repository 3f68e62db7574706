//! Format of a stored run. Runs outlive binaries: a run that an older binary started is finished by a newer one, and
//! during a deployment both are running.

/// The format that this binary writes. It increases only when an older binary could misread what a newer one has
/// written:
///
/// | format | adds |
/// |---|---|
/// | 1 | phase, iteration, version, deadline, questions, answers |
/// | 2 | cancellation, and the end without a forecast |
///
/// Fields that format 1 lacks have defaults (not cancelled, not ended).
pub const FORMAT: u32 = 2;

/// Error: the run was stored by a newer binary.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error(
    "the run is stored in format {found}, this binary reads formats up to {FORMAT}: leave it to a worker of the newer version, \
     or upgrade this one"
)]
pub struct NewerFormat {
    /// The run's format.
    pub found: u32,
}

/// Checks that this binary can read runs of a format.
///
/// # Errors
/// The format is newer than [`FORMAT`].
pub fn readable(format: u32) -> Result<(), NewerFormat> {
    if format <= FORMAT { Ok(()) } else { Err(NewerFormat { found: format }) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn older_formats_are_readable_and_a_newer_one_is_refused_with_advice() {
        assert!((0..=FORMAT).all(|format| readable(format).is_ok()));
        let refused = readable(FORMAT + 1).unwrap_err().to_string();
        assert!(refused.contains("format 3") && refused.contains("upgrade"), "{refused}");
    }
}
