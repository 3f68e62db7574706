//! Prints Brier scores of base rates alone on resolved questions:
//! `cargo run -p forecasting --example brier -- FILE [HISTORY…]`.
//!
//! FILE contains rows of ForecastBench:
//! `question, background, source, type, freeze_datetime, freeze_value, close, resolution_date, outcome`. Each question
//! is asked at its freeze date; of the other questions in FILE and the HISTORY files only those resolved by then are
//! known. Prints the stated priors alone, then with the known cases; intervals are 95 % bootstrap.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use forecasting::base_rates::{AskedQuestion, CURRENT_VALUE, ClassHistory, Cohort, classes, shrink, stated_prior};
use forecasting::calibration::mean_interval;
use serde_json::Value;

struct Row {
    text: String,
    background: String,
    topic: String,
    asked_at: DateTime<Utc>,
    closes: Option<DateTime<Utc>>,
    resolved_at: DateTime<Utc>,
    outcome: f64,
}

impl Row {
    fn asked(&self) -> AskedQuestion<'_> {
        let Self { text, background, topic, asked_at, closes, .. } = self;
        AskedQuestion { text, background, topic, asked_at: *asked_at, closes: *closes }
    }
}

fn main() {
    let files: Vec<String> = std::env::args().skip(1).collect();
    let Some(first) = files.first() else { return eprintln!("usage: brier FILE [HISTORY…]") };
    let rows = read(first);
    let history: Vec<Row> = files.iter().flat_map(|file| read(file)).collect();
    let labels: Vec<Vec<String>> =
        history.iter().map(|row| classes(&row.asked()).into_iter().map(|class| class.label).collect()).collect();
    let outcomes: Vec<f64> = rows.iter().map(|row| row.outcome).collect();
    let stated: Vec<f64> = rows.iter().map(|row| stated_prior(&row.asked()).rate).collect();
    let known: Vec<f64> = rows.iter().zip(&stated).map(|(row, stated)| rate(row, *stated, &history, &labels)).collect();
    let base = mean(&outcomes);
    for (name, forecast) in
        [("base rate (in sample)", vec![base; rows.len()]), ("stated priors", stated), ("with the past", known)]
    {
        let scores: Vec<f64> = forecast.iter().zip(&outcomes).map(|(p, y)| (p - y).powi(2)).collect();
        let Some(interval) = mean_interval(&scores, 1) else { continue };
        println!("{name:24} n={} Brier={:.4} [{:.4}, {:.4}]", rows.len(), mean(&scores), interval.low, interval.high);
    }
}

/// Base rate from the cases that were resolved and due when the question was asked, as the fleet counts them.
fn rate(row: &Row, stated: f64, history: &[Row], labels: &[Vec<String>]) -> f64 {
    let past: Vec<ClassHistory> = classes(&row.asked())
        .into_iter()
        .map(|class| {
            let mut days: HashMap<_, Cohort> = HashMap::new();
            for (case, labels) in history.iter().zip(labels) {
                let over = case.resolved_at.max(case.asked().due().unwrap_or(case.resolved_at)) <= row.asked_at;
                if over && labels.contains(&class.label) {
                    let asked_on = case.asked_at.date_naive();
                    let cohort = days.entry(asked_on).or_insert(Cohort { asked_on, yes: 0.0, cases: 0 });
                    cohort.yes += case.outcome;
                    cohort.cases += 1;
                }
            }
            ClassHistory::from_cohorts(class.description, &days.into_values().collect::<Vec<_>>())
        })
        .collect();
    shrink(stated, &past).rate
}

fn read(file: &str) -> Vec<Row> {
    let text = std::fs::read_to_string(file).unwrap_or_else(|error| panic!("{file}: {error}"));
    text.lines()
        .filter(|line| !line.trim().is_empty())
        .map(|line| row(&serde_json::from_str(line).expect("a JSON object a line")))
        .collect()
}

fn row(json: &Value) -> Row {
    let text = |name: &str| json[name].as_str().unwrap_or_default().to_owned();
    let time = |name: &str| text(name).parse().ok();
    let mut background = text("background");
    if json["type"] == "dataset"
        && let Some(value) = json["freeze_value"].as_f64()
    {
        background = format!("{background}\n\n{CURRENT_VALUE}: {value}");
    }
    let day: DateTime<Utc> = format!("{}T00:00:00Z", text("resolution_date")).parse().expect("a resolution date");
    Row {
        text: text("question"),
        background,
        topic: text("source"),
        asked_at: time("freeze_datetime").expect("a freeze date"),
        closes: time("close"),
        resolved_at: day + chrono::Duration::days(1),
        outcome: json["outcome"].as_f64().expect("an outcome"),
    }
}

fn mean(values: &[f64]) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "rows of a file")]
    let n = values.len() as f64;
    values.iter().sum::<f64>() / n
}
