//! The state of a redrive of many dead letters, as a pure state machine. The store locks the row, applies a change and
//! writes the result.

/// State of a redrive.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RedriveState {
    /// One letter is redriven, and the others wait for the outcome of its job.
    Canary,
    /// Letters are redriven.
    Running,
    /// No letter is redriven until it is resumed.
    Paused,
    /// It was ended before all letters were redriven.
    Cancelled,
    /// No selected letter is left.
    Done,
}

/// A change of the state.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RedriveChange {
    /// The first job has an outcome.
    Proceed,
    /// No letter is left.
    Finish,
    /// Stop for now: a person asks for it, or the first job died again.
    Pause,
    /// Redrive the remaining letters. Who resumes has decided about the first job: its outcome is not awaited.
    Resume,
    /// Stop for good.
    Cancel,
}

impl RedriveState {
    /// All states, in the order of a redrive without a pause.
    pub const ALL: [Self; 5] = [Self::Canary, Self::Running, Self::Paused, Self::Cancelled, Self::Done];

    /// Returns the name in the database and in answers.
    pub fn name(self) -> &'static str {
        match self {
            Self::Canary => "canary",
            Self::Running => "running",
            Self::Paused => "paused",
            Self::Cancelled => "cancelled",
            Self::Done => "done",
        }
    }

    /// Returns the state with this name.
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.name() == name)
    }

    /// Returns `true` if letters are redriven without a further request.
    pub fn is_active(self) -> bool {
        matches!(self, Self::Canary | Self::Running)
    }

    /// Returns the state after a change; `None` if this state does not permit it. A repeated change leads to the same
    /// state.
    pub fn after(self, change: RedriveChange) -> Option<Self> {
        use RedriveChange::{Cancel, Finish, Pause, Proceed, Resume};
        match (self, change) {
            (Self::Canary | Self::Running, Proceed) | (Self::Paused | Self::Running, Resume) => Some(Self::Running),
            (Self::Canary, Resume) => Some(Self::Canary),
            (Self::Canary | Self::Running | Self::Paused, Pause) => Some(Self::Paused),
            (Self::Canary | Self::Running | Self::Paused | Self::Cancelled, Cancel) => Some(Self::Cancelled),
            (Self::Canary | Self::Running | Self::Done, Finish) => Some(Self::Done),
            (Self::Paused | Self::Cancelled | Self::Done, _) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_redrive_that_has_ended_is_never_active_again() {
        use RedriveChange::{Cancel, Finish, Pause, Proceed, Resume};
        for ended in [RedriveState::Cancelled, RedriveState::Done] {
            for change in [Proceed, Finish, Pause, Resume, Cancel] {
                assert!(ended.after(change).is_none_or(|after| after == ended), "{ended:?} {change:?}");
            }
        }
        assert_eq!(RedriveState::Paused.after(Proceed), None, "an outcome does not end a pause");
        assert_eq!(RedriveState::Paused.after(Finish), None);
        assert_eq!(RedriveState::Paused.after(Resume), Some(RedriveState::Running));
    }

    #[test]
    fn a_repeated_change_leads_to_the_same_state() {
        use RedriveChange::{Cancel, Finish, Pause, Proceed, Resume};
        for state in RedriveState::ALL {
            for change in [Proceed, Finish, Pause, Resume, Cancel] {
                if let Some(after) = state.after(change) {
                    assert_eq!(after.after(change), Some(after), "{state:?} {change:?}");
                }
            }
            assert_eq!(RedriveState::parse(state.name()), Some(state));
        }
    }
}
