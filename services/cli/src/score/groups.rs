//! Resolved forecasts by tenant, source, topic, model and prompt version. Pure.

use std::iter;

use clap::ValueEnum;
use forecasting::calibration::{Bin, Row, bins};
use operations::score_figures::{Figures, Judged, Line, grouped};
use operations::scores::{ForecastScore, ScoredItem};
use serde::Serialize;

use super::answers::KindScore;
use super::figures::{format_line, heading, lines};

/// Attribute by which forecasts are grouped.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum By {
    /// Tenant of the question.
    Tenant,
    /// Publisher of the question.
    Source,
    /// Topic of the question.
    Topic,
    /// Model of the forecaster.
    Model,
    /// Version of the forecaster's prompts.
    #[value(alias = "prompts")]
    PromptVersion,
}

impl By {
    /// All attributes, in the order of the tables.
    pub const ALL: [Self; 5] = [Self::Tenant, Self::Source, Self::Topic, Self::Model, Self::PromptVersion];

    fn attribute(self) -> fn(&ScoredItem) -> &str {
        match self {
            Self::Tenant => |scored| &scored.tenant,
            Self::Source => |scored| &scored.source,
            Self::Topic => |scored| &scored.topic,
            Self::Model => |scored| &scored.model,
            Self::PromptVersion => |scored| &scored.prompt_version,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Tenant => "by tenant",
            Self::Source => "by source",
            Self::Topic => "by topic",
            Self::Model => "by model",
            Self::PromptVersion => "by prompt version",
        }
    }
}

/// Scores per value of one attribute.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Table {
    /// Attribute of the groups.
    pub by: By,
    /// Groups, largest first.
    pub groups: Vec<Line>,
}

/// Result that `auspex score` prints.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Score {
    /// Scores of all forecasts and of the references.
    #[serde(flatten)]
    pub figures: Figures,
    /// The score with the parts of the Brier score, as the API returns it.
    pub score: ForecastScore,
    /// Forecast and observed frequency in ten bins.
    pub bins: Vec<Bin>,
    /// Tables by attribute.
    pub tables: Vec<Table>,
    /// Questions that resolved before their scheduled close, which has not passed. They do not count above: of those
    /// that resolve early, most are YES.
    pub early: Option<Line>,
    /// Scores of forecasts that are not probabilities of YES, by kind.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub answers: Vec<KindScore>,
}

/// Scores these forecasts. Those of questions whose scheduled close has not passed are scored apart.
pub fn score(scored: &[ScoredItem], by: &[By], seed: u64) -> Score {
    let parts = ForecastScore::of(scored);
    let (past, early): (Vec<&ScoredItem>, Vec<&ScoredItem>) = scored.iter().partition(|one| one.past_close);
    let rows_of = |items: &[&ScoredItem]| items.iter().map(|item| item.row()).collect::<Vec<Row>>();
    let judged: Vec<Judged> = past.iter().map(|item| Judged::from(*item)).collect();
    Score {
        figures: Figures::new(&judged, seed),
        score: parts,
        bins: bins(&rows_of(&past), forecasting::calibration::bins::DEFAULT_BINS),
        tables: by.iter().map(|by| table(&past, *by, seed)).collect(),
        early: (!early.is_empty()).then(|| Line::new("before the close", &rows_of(&early), seed)),
        answers: Vec::new(),
    }
}

fn table(scored: &[&ScoredItem], by: By, seed: u64) -> Table {
    let name = |value: &str| if value.is_empty() { "(none)".to_owned() } else { value.to_owned() };
    let line = |(value, items): (&str, Vec<&ScoredItem>)| {
        Line::new(&name(value), &items.iter().map(|item| item.row()).collect::<Vec<Row>>(), seed)
    };
    Table { by, groups: grouped(scored, by.attribute()).into_iter().map(line).collect() }
}

/// Formats the parts of the Brier score.
fn format_parts(score: &ForecastScore) -> String {
    let ForecastScore { brier, reliability, resolution, uncertainty, within_bins, .. } = score;
    format!(
        "ours: {brier:.4} = {reliability:.4} reliability - {resolution:.4} resolution + {uncertainty:.4} uncertainty {within_bins:+.4} within bins"
    )
}

impl Score {
    /// Formats the score as text.
    pub fn lines(&self) -> Vec<String> {
        let early = |early: &Line| [heading("resolved early, not counted above"), format_line(early)];
        if self.score.forecasts == 0 {
            let none = "No forecast counts yet: every resolved question was resolved before its closing time.";
            return iter::once(none.to_owned()).chain(self.early.iter().flat_map(early)).collect();
        }
        let mut lines = lines(&self.figures);
        lines.push(format_parts(&self.score));
        lines.push(String::new());
        lines.push(format!("{:<12} {:>5}  {:>6}  {:>8}  95 %", "forecast", "n", "mean", "observed"));
        lines.extend(self.bins.iter().map(|bin| {
            format!(
                "{:.1} to {:.1}   {:>5}  {:.4}  {:>8.4}  [{:.3}, {:.3}]",
                bin.low, bin.high, bin.n, bin.forecast, bin.happened, bin.interval.low, bin.interval.high
            )
        }));
        for table in &self.tables {
            lines.push(String::new());
            lines.push(heading(table.by.name()));
            lines.extend(table.groups.iter().map(format_line));
        }
        if let Some(line) = &self.early {
            lines.push(String::new());
            lines.extend(early(line));
        }
        lines
    }
}

#[cfg(test)]
mod tests {
    use console::forecasts::{ForecastsView, forecasts};
    use domain::{RunId, Time};
    use operations::score_figures::SEED;

    use super::*;

    fn scored(model: &str, topic: &str, probability: f64, outcome: f64) -> ScoredItem {
        ScoredItem {
            run: RunId(domain::JobId::named(&[model, topic]).0),
            tenant: "default".into(),
            source: "desk".into(),
            topic: topic.into(),
            model: model.into(),
            prompt_version: "abc".into(),
            question: "Will it?".into(),
            probability,
            view: None,
            reviewed: None,
            crowd: None,
            outcome,
            asked_at: Time::from_timestamp(0, 0).unwrap(),
            resolved_at: Time::from_timestamp(9, 0).unwrap(),
            past_close: true,
        }
    }

    #[test]
    fn questions_that_resolved_before_their_close_are_scored_apart() {
        let early = ScoredItem { past_close: false, ..scored("m", "rain", 0.9, 1.0) };
        let alone = score(std::slice::from_ref(&early), &By::ALL, 1).lines();
        assert!(
            alone.len() == 3 && alone[0].starts_with("No forecast counts yet"),
            "a score of 0 is perfect: {alone:?}"
        );
        let score = score(&[early, scored("m", "rain", 0.2, 0.0)], &By::ALL, 1);
        let apart = score.early.as_ref().expect("one question");
        assert_eq!((apart.summary.n, score.tables[0].groups[0].summary.n), (1, 1));
        assert!((apart.summary.brier - 0.01).abs() < 1e-9);
        assert!(score.lines().join("\n").contains("resolved early, not counted above"));
    }

    #[test]
    fn groups_are_scored_and_sorted_by_size() {
        let all = [scored("small", "rain", 0.9, 0.0), scored("large", "rain", 0.9, 1.0), scored("large", "", 0.1, 0.0)];
        let score = score(&all, &By::ALL, 1);
        let models = &score.tables[3];
        let found: Vec<(&str, usize)> = models.groups.iter().map(|line| (line.name.as_str(), line.summary.n)).collect();
        assert_eq!((models.by, found), (By::Model, vec![("large", 2), ("small", 1)]));
        assert!((models.groups[1].summary.brier - 0.81).abs() < 1e-9);
        let topics: Vec<&str> = score.tables[2].groups.iter().map(|line| line.name.as_str()).collect();
        assert_eq!(topics, ["rain", "(none)"]);
        let lines = score.lines().join("\n");
        // (0.81 + 0.01 + 0.01) / 3: the two forecasts of 0.9 came to YES and NO, that of 0.1 to NO.
        let parts = "ours: 0.2767 = 0.1100 reliability - 0.0556 resolution + 0.2222 uncertainty +0.0000 within bins";
        assert!(lines.contains(parts), "{lines}");
        assert!(lines.contains("0.9 to 1.0") && lines.contains("by prompt version"), "{lines}");
        let json = serde_json::to_value(&score).unwrap();
        assert_eq!((json["ours"]["n"].as_u64(), json["tables"][3]["by"].as_str()), (Some(3), Some("model")));
    }

    #[test]
    fn the_console_shows_the_same_figures() {
        // Topics and sources have different base rates, and 30 questions with a price are enough to compare.
        let priced = |number: u32| {
            let topic = if number.is_multiple_of(3) { "rain" } else { "" };
            let reviewed = (number < 4).then_some(0.5);
            let item = scored("m", topic, f64::from(number % 10) / 10.0, f64::from(number % 2));
            ScoredItem { crowd: (number > 4).then_some(0.4), reviewed, past_close: number > 2, ..item }
        };
        let all: Vec<ScoredItem> = (0..40).map(priced).collect();
        let score = score(&all, &By::ALL, SEED);
        let view = ForecastsView {
            scored: &all,
            with_early: false,
            by: console::forecasts::By::Topic,
            now: all[0].resolved_at,
        };
        let page = forecasts(&view).content.into_string();
        let shown = |text: &str| assert!(page.contains(text), "{text}: {page}");
        assert!(score.figures.references.len() == 5 && score.figures.gaps.len() == 5 && score.score.forecasts == 37);
        for line in std::iter::once(&score.figures.ours).chain(&score.figures.references) {
            let Line { name, summary, brier_interval } = line;
            let interval = brier_interval.map(|found| format!("{:.4} to {:.4}", found.low, found.high));
            let cells = [
                format!(">{name}</th>"),
                format!("data-label=\"n\">{}<", summary.n),
                format!("data-label=\"Brier\">{:.4}<", summary.brier),
                format!("data-label=\"95 %\">{}<", interval.unwrap_or_default()),
                format!("data-label=\"Calibration error\">{:.4}<", summary.calibration_error),
            ];
            let row = page.split("<tr>").find(|row| row.contains(&cells[0])).unwrap_or_default();
            assert!(cells.iter().all(|cell| row.contains(cell.as_str())), "{cells:?}: {row}");
            let gap = score.figures.gap(name);
            assert!(gap.is_none_or(|gap| row.contains(gap.verdict())), "{gap:?}: {row}");
        }
        for group in &score.tables[2].groups {
            shown(&format!("data-label=\"Brier\">{:.4}<", group.summary.brier));
        }
        shown(&format!("Reliability</dt><dd>{:.4}", score.score.reliability));
        shown("3 questions were resolved before");
    }
}
