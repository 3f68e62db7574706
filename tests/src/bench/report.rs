//! Figures as a table for people and as JSON for programs.

use std::fmt;

use serde_json::{Value, json};

/// One figure with what it is held against.
#[derive(Debug, Clone)]
pub struct Figure {
    /// What was measured.
    pub what: String,
    /// The value, with `unit`.
    pub value: f64,
    /// `1/s`, `ms`, `MB`.
    pub unit: &'static str,
    /// What it could be at best, measured in the same run: what that is, and its value in the same unit.
    pub limit: Option<(String, f64)>,
    /// What it should be; `None` for a yardstick.
    pub aim: Option<Aim>,
}

/// What a figure should be.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Aim {
    /// At least this.
    Least(f64),
    /// At most this.
    Most(f64),
    /// At least this share of the limit.
    Share(f64),
}

impl Figure {
    /// A figure.
    pub fn new(what: impl Into<String>, value: f64, unit: &'static str) -> Self {
        Self { what: what.into(), value, unit, limit: None, aim: None }
    }

    /// Beside its limit.
    #[must_use]
    pub fn beside(mut self, limit: impl Into<String>, value: f64) -> Self {
        self.limit = Some((limit.into(), value));
        self
    }

    /// With an aim.
    #[must_use]
    pub fn aim(mut self, aim: Aim) -> Self {
        self.aim = Some(aim);
        self
    }

    /// The value as a share of its limit.
    pub fn ratio(&self) -> Option<f64> {
        self.limit.as_ref().map(|(_, limit)| self.value / limit)
    }

    /// The aim is reached, or there is none. A share of no limit is none.
    pub fn is_good(&self) -> bool {
        match self.aim {
            None => true,
            Some(Aim::Least(least)) => self.value >= least,
            Some(Aim::Most(most)) => self.value <= most,
            Some(Aim::Share(share)) => self.ratio().is_some_and(|ratio| ratio >= share),
        }
    }

    fn verdict(&self) -> &'static str {
        match (self.aim, self.is_good()) {
            (None, _) => "",
            (Some(_), true) => "ok",
            (Some(_), false) => "MISSED",
        }
    }

    fn json(&self) -> Value {
        json!({
            "what": self.what,
            "value": self.value,
            "unit": self.unit,
            "limit": self.limit.as_ref().map(|(name, value)| json!({"name": name, "value": value})),
            "ratio": self.ratio(),
            "aim": self.aim.map(|aim| aim.to_string()),
            "verdict": self.verdict(),
        })
    }
}

impl fmt::Display for Aim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Least(least) => write!(f, ">= {least:.0}"),
            Self::Most(most) => write!(f, "<= {most:.0}"),
            Self::Share(share) => write!(f, ">= {share:.2} of"),
        }
    }
}

impl fmt::Display for Figure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let aim = self.aim.map(|aim| aim.to_string()).unwrap_or_default();
        let (what, value, unit) = (&self.what, self.value, self.unit);
        write!(f, "{what:<50} {value:>9.1} {unit:<4} {aim:<11} {:<7}", self.verdict())?;
        match (&self.limit, self.ratio()) {
            (Some((name, limit)), Some(ratio)) => write!(f, "{ratio:>6.2} of {limit:.1} ({name})"),
            _ => Ok(()),
        }
    }
}

/// All figures of a run, told as they come.
#[derive(Debug, Default)]
pub struct Report {
    /// The figures so far.
    pub figures: Vec<Figure>,
    /// JSON at the end instead of lines as they come.
    pub json: bool,
}

impl Report {
    /// Takes a figure and tells it at once: a run takes minutes.
    pub fn add(&mut self, figure: Figure) {
        if !self.json {
            println!("{figure}");
        }
        self.figures.push(figure);
    }

    /// The columns, and how busy the machine is beside us.
    pub fn head(&self) {
        if !self.json {
            println!("{}", machine());
            println!("{:<50} {:>9} {:<4} {:<11} {:<7}{:>6}", "figure", "measured", "unit", "aim", "verdict", "ratio");
        }
    }

    /// The last line, or all of it as JSON.
    pub fn tail(&self) {
        if self.json {
            let figures: Vec<Value> = self.figures.iter().map(Figure::json).collect();
            println!("{:#}", json!({"machine": machine(), "figures": figures}));
            return;
        }
        let aims = self.figures.iter().filter(|figure| figure.aim.is_some()).count();
        let missed = self.figures.iter().filter(|figure| !figure.is_good()).count();
        println!("{missed} of {aims} aims missed; {}", machine());
    }
}

/// Cores and load: a figure from a busy machine is worth what its ratio is worth.
fn machine() -> String {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let load = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    let load = load.split(' ').next().unwrap_or("?").to_owned();
    format!("{cores} cores, load {load}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_aim_is_reached_at_its_border() {
        let figure = Figure::new("x", 80.0, "1/s").beside("raw", 100.0);
        assert!(figure.clone().aim(Aim::Share(0.8)).is_good());
        assert!(!figure.clone().aim(Aim::Share(0.81)).is_good());
        assert!(figure.clone().aim(Aim::Least(80.0)).is_good());
        assert!(!figure.aim(Aim::Most(79.0)).is_good());
        assert!(!Figure::new("x", 1.0, "1/s").aim(Aim::Share(0.1)).is_good(), "a share of nothing");
    }
}
