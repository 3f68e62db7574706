//! In which shape a run is stored. Runs outlive binaries: a run that began yesterday is finished by today's forecaster, and
//! during a deployment both are at work.

/// The format that this binary writes. It grows only when an older binary could misread what a newer one has written:
///
/// | format | since |
/// |---|---|
/// | 1 | phase, iteration, version, deadline, questions, answers |
/// | 2 | a run can be cancelled and can end without a forecast |
///
/// What format 1 lacks has a default (not cancelled, not ended), so it is read as it is.
pub const FORMAT: u32 = 2;

/// A run was stored by a newer binary.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error(
    "the run is stored in format {found}, this binary reads formats up to {FORMAT}: let a worker of the newer version have it, \
     or upgrade this one"
)]
pub struct NewerFormat {
    /// The format that was found.
    pub found: u32,
}

/// Can this binary read a run of that format?
///
/// # Errors
/// It is newer than this binary; every older one is readable.
pub fn readable(format: u32) -> Result<(), NewerFormat> {
    if format <= FORMAT { Ok(()) } else { Err(NewerFormat { found: format }) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_older_is_read_and_what_is_newer_is_refused_with_the_way_out() {
        assert_eq!((0..=FORMAT).filter(|format| readable(*format).is_err()).count(), 0);
        let refused = readable(FORMAT + 1).unwrap_err().to_string();
        assert!(refused.contains("format 3") && refused.contains("upgrade"), "{refused}");
    }
}
