//! What the fleet does in a second, each figure beside its limit measured in the same run.

pub mod flow;
pub mod hop;
pub mod process;
pub mod raw;

use std::fmt;

/// One figure with what it is held against.
#[derive(Debug, Clone)]
pub struct Figure {
    /// What was measured.
    pub what: String,
    /// The value, with `unit`.
    pub value: f64,
    /// `1/s`, `ms`, `MB`, `%`.
    pub unit: &'static str,
    /// What it is compared with, in words: the raw hop's figure, the ideal.
    pub beside: String,
    /// The aim; `None` for a figure that is only a yardstick.
    pub aim: Option<Aim>,
}

/// What a figure should be.
#[derive(Debug, Clone, Copy)]
pub enum Aim {
    /// At least this.
    Least(f64),
    /// At most this.
    Most(f64),
}

impl Figure {
    /// A figure.
    pub fn new(what: impl Into<String>, value: f64, unit: &'static str) -> Self {
        Self { what: what.into(), value, unit, beside: String::new(), aim: None }
    }

    /// Beside something.
    #[must_use]
    pub fn beside(mut self, beside: impl Into<String>) -> Self {
        self.beside = beside.into();
        self
    }

    /// With an aim.
    #[must_use]
    pub fn aim(mut self, aim: Aim) -> Self {
        self.aim = Some(aim);
        self
    }

    /// The aim is reached, or there is none.
    pub fn is_good(&self) -> bool {
        match self.aim {
            None => true,
            Some(Aim::Least(least)) => self.value >= least,
            Some(Aim::Most(most)) => self.value <= most,
        }
    }
}

impl fmt::Display for Figure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let aim = match self.aim {
            None => String::new(),
            Some(Aim::Least(least)) => format!("aim >= {least:.0}"),
            Some(Aim::Most(most)) => format!("aim <= {most:.0}"),
        };
        let reached = if self.is_good() { "" } else { "  MISSED" };
        write!(f, "{:<52} {:>10.1} {:<4} {:<14} {}{reached}", self.what, self.value, self.unit, aim, self.beside)
    }
}

/// The middle of a list; 0 of an empty one.
pub fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(0.0)
}
