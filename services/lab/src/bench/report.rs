//! Figures of a benchmark, printed as a table or as JSON.

use std::fmt;

use serde_json::{Value, json};

/// One figure with its limit and its aim.
#[derive(Debug, Clone)]
pub struct Figure {
    /// Name of the measurement.
    pub what: String,
    /// Measured value, in the unit that `unit` names.
    pub value: f64,
    /// `1/s`, `ms`, `MB`.
    pub unit: &'static str,
    /// Name and value of the best possible result, measured in the same run in the same unit.
    pub limit: Option<(String, f64)>,
    /// Required value; `None` for a reference measurement.
    pub aim: Option<Aim>,
}

/// Required value of a figure.
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
    /// Creates a figure without limit and aim.
    pub fn new(what: impl Into<String>, value: f64, unit: &'static str) -> Self {
        Self { what: what.into(), value, unit, limit: None, aim: None }
    }

    /// Adds the limit.
    #[must_use]
    pub fn beside(mut self, limit: impl Into<String>, value: f64) -> Self {
        self.limit = Some((limit.into(), value));
        self
    }

    /// Adds the aim.
    #[must_use]
    pub fn aim(mut self, aim: Aim) -> Self {
        self.aim = Some(aim);
        self
    }

    /// Returns the value as a share of its limit.
    pub fn ratio(&self) -> Option<f64> {
        self.limit.as_ref().map(|(_, limit)| self.value / limit)
    }

    /// Returns true if the figure has no aim or reaches it. A share without a limit is not reached.
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

/// All figures of a run.
#[derive(Debug, Default)]
pub struct Report {
    /// Figures in order of measurement.
    pub figures: Vec<Figure>,
    /// Print JSON at the end instead of one line per figure.
    pub json: bool,
}

impl Report {
    /// Adds a figure and prints it at once, because a run takes minutes.
    pub fn add(&mut self, figure: Figure) {
        if !self.json {
            println!("{figure}");
        }
        self.figures.push(figure);
    }

    /// Prints the column titles and the load of the machine.
    pub fn print_head(&self) {
        if !self.json {
            println!("{}", machine());
            println!("{:<50} {:>9} {:<4} {:<11} {:<7}{:>6}", "figure", "measured", "unit", "aim", "verdict", "ratio");
        }
    }

    /// Prints the summary, or all figures as JSON.
    pub fn print_tail(&self) {
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

/// Returns the number of cores and the load average. On a busy machine only the ratios are meaningful.
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
    fn an_aim_is_reached_at_its_exact_value() {
        let figure = Figure::new("x", 80.0, "1/s").beside("raw", 100.0);
        assert!(figure.clone().aim(Aim::Share(0.8)).is_good());
        assert!(!figure.clone().aim(Aim::Share(0.81)).is_good());
        assert!(figure.clone().aim(Aim::Least(80.0)).is_good());
        assert!(!figure.aim(Aim::Most(79.0)).is_good());
        assert!(!Figure::new("x", 1.0, "1/s").aim(Aim::Share(0.1)).is_good(), "a share without a limit");
    }
}
