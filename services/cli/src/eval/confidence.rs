//! How sure `retrieve` is that the answer is there; where the set says whether it is, also how well that is calibrated.

use super::collection::Collection;
use super::{Answers, Files, Report};
use crate::output;

/// Classes of the calibration table.
const CLASSES: usize = 10;

/// Says a confidence for every question: query id and confidence, separated by a tab.
pub(super) fn run(files: &Files, json: bool) -> anyhow::Result<Report> {
    let mut report = Report::new("confidence", "queries");
    let collection = Collection::read(&files.input, &mut report)?;
    let mut answers = Answers::create(&files.output)?;
    let start = std::time::Instant::now();
    let said: Vec<f64> = collection.queries.iter().map(|query| collection.ask(query).confidence).collect();
    report.timed(said.len(), start.elapsed());
    for (query, said) in collection.queries.iter().zip(&said) {
        answers.text(&format!("{}\t{said:.6}", query.id))?;
    }
    answers.finish()?;
    let known: Vec<(f64, bool)> =
        collection.queries.iter().zip(&said).filter_map(|(query, said)| Some((*said, query.answerable?))).collect();
    if !known.is_empty() {
        let classes = classes(&known);
        report.figures.insert("auc", auc(&known));
        report.figures.insert("expected_calibration_error", error(&classes));
        report
            .figures
            .insert("right_at_0.5", ratio(known.iter().filter(|(p, is)| (*p >= 0.5) == *is).count(), known.len()));
        if !json {
            print(&classes)?;
        }
    }
    Ok(report)
}

/// The questions whose confidence lies in one tenth.
#[derive(Debug, Clone, Copy, Default)]
struct Class {
    questions: usize,
    answerable: usize,
    said: f64,
}

fn classes(known: &[(f64, bool)]) -> [Class; CLASSES] {
    let mut classes = [Class::default(); CLASSES];
    for (said, is) in known {
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a share times ten")]
        let class = &mut classes[((said * 10.0) as usize).min(CLASSES - 1)];
        class.questions += 1;
        class.answerable += usize::from(*is);
        class.said += said;
    }
    classes
}

/// Mean distance of what was said from what was so, over the questions (ECE, ten classes of equal width).
fn error(classes: &[Class]) -> f64 {
    let all: usize = classes.iter().map(|class| class.questions).sum();
    let off = |class: &Class| (class.said - ratio(class.answerable, 1)).abs();
    classes.iter().map(off).sum::<f64>() / ratio(all, 1)
}

/// That an answerable question was given more than one that is not; half where both were given the same.
fn auc(known: &[(f64, bool)]) -> f64 {
    let (yes, no): (Vec<_>, Vec<_>) = known.iter().partition(|(_, is)| *is);
    let won = |a: f64, b: f64| {
        if a > b {
            1.0
        } else if a < b {
            0.0
        } else {
            0.5
        }
    };
    let wins: f64 = yes.iter().flat_map(|(a, _)| no.iter().map(move |(b, _)| won(*a, *b))).sum();
    wins / ratio(yes.len() * no.len(), 1)
}

#[allow(clippy::cast_precision_loss, reason = "counts of questions")]
fn ratio(part: usize, whole: usize) -> f64 {
    part as f64 / whole as f64
}

fn print(classes: &[Class; CLASSES]) -> anyhow::Result<()> {
    output::line("  confidence   questions   mean said   answerable")?;
    for (n, class) in classes.iter().enumerate().filter(|(_, class)| class.questions > 0) {
        let (low, high) = (ratio(n, CLASSES), ratio(n + 1, CLASSES));
        let (said, is) = (class.said / ratio(class.questions, 1), ratio(class.answerable, class.questions));
        output::line(&format!("  {low:.1} to {high:.1}   {:>9}   {said:>9.3}   {is:>10.3}", class.questions))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_those_of_their_definitions() {
        let known = [(0.9, true), (0.8, true), (0.8, false), (0.1, false)];
        assert!((auc(&known) - 3.5 / 4.0).abs() < 1e-9);
        // 0.1 in the classes of 0.1 and 0.9; in that of 0.8 twice 0.8 was said and one was so.
        assert!((error(&classes(&known)) - (0.1 + 0.1 + 0.6) / 4.0).abs() < 1e-9);
    }
}
