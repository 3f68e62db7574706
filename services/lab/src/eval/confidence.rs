//! `lab eval confidence`: the confidence of `auspex retrieve` that the documents contain the answer, and its
//! calibration if the set has labels.

use retrieval::ranking::{Calibration, Sample};

use super::collection::{self, QuerySet};
use super::{Answers, EvalReport};
use crate::output;

/// Command-line options of `lab eval confidence`.
#[derive(Debug, Clone, clap::Args)]
#[group(skip)]
pub(super) struct Args {
    #[command(flatten)]
    set: collection::Args,
    /// Fit the calibration of the embedding model to the labels, print it as AUSPEX_EMBEDDINGS_CALIBRATION, and report
    /// the figures of questions that were held out.
    #[arg(long, requires = "vectors")]
    fit: bool,
}

/// Parts of the questions of which each is held out once.
const FOLDS: usize = 5;

/// Bins of the calibration table.
const BINS: usize = 10;

/// Writes query id and confidence, separated by a tab, for each question.
pub(super) async fn run(args: &Args, json: bool) -> anyhow::Result<EvalReport> {
    let mut report = EvalReport::new("confidence", "queries");
    let collection = QuerySet::read(&args.set, &mut report).await?;
    let mut answers = Answers::create(&args.set.files.output)?;
    let start = std::time::Instant::now();
    let confidences = if args.fit {
        fitted(&collection)?
    } else {
        collection.queries.iter().map(|query| collection.ask(query).confidence).collect()
    };
    report.timed(confidences.len(), start.elapsed());
    for (query, confidence) in collection.queries.iter().zip(&confidences) {
        answers.text(&format!("{}\t{confidence:.6}", query.id))?;
    }
    answers.finish()?;
    let known: Vec<(f64, bool)> = collection
        .queries
        .iter()
        .zip(&confidences)
        .filter_map(|(query, confidence)| Some((*confidence, query.answerable?)))
        .collect();
    if !known.is_empty() {
        let bins = bins(&known);
        report.figures.insert("auc", auc(&known));
        report.figures.insert("expected_calibration_error", calibration_error(&bins));
        report
            .figures
            .insert("right_at_0.5", ratio(known.iter().filter(|(p, is)| (*p >= 0.5) == *is).count(), known.len()));
        if !json {
            print(&bins)?;
        }
    }
    Ok(report)
}

/// Fits and prints a calibration, and returns the confidence of each question by the calibration of the other parts.
fn fitted(collection: &QuerySet) -> anyhow::Result<Vec<f64>> {
    let samples: Vec<Option<(Sample, bool)>> =
        collection.queries.iter().map(|query| Some((collection.sample(query)?, query.answerable?))).collect();
    let part = |wanted: fn(usize, usize) -> bool, fold: usize| -> Vec<(Sample, bool)> {
        samples.iter().enumerate().filter(|(n, _)| wanted(n % FOLDS, fold)).filter_map(|(_, sample)| *sample).collect()
    };
    let fit = |samples: &[(Sample, bool)]| {
        Calibration::fit(samples).ok_or_else(|| {
            anyhow::anyhow!("the set does not determine a calibration: it needs questions with and without an answer")
        })
    };
    let folds: Vec<Calibration> =
        (0..FOLDS).map(|fold| fit(&part(|n, fold| n != fold, fold))).collect::<anyhow::Result<_>>()?;
    output::line(&format!("AUSPEX_EMBEDDINGS_CALIBRATION=\"{}\"", fit(&part(|_, _| true, 0))?))?;
    let confidence = |(n, sample): (usize, &Option<(Sample, bool)>)| {
        sample.map_or(0.0, |(sample, _)| sample.probability(folds[n % FOLDS]))
    };
    Ok(samples.iter().enumerate().map(confidence).collect())
}

/// Questions whose confidence lies in one bin.
#[derive(Debug, Clone, Copy, Default)]
struct Bin {
    questions: usize,
    answerable: usize,
    confidence_sum: f64,
}

fn bins(known: &[(f64, bool)]) -> [Bin; BINS] {
    let mut bins = [Bin::default(); BINS];
    for (confidence, is) in known {
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a share times ten")]
        let bin = &mut bins[((confidence * 10.0) as usize).min(BINS - 1)];
        bin.questions += 1;
        bin.answerable += usize::from(*is);
        bin.confidence_sum += confidence;
    }
    bins
}

/// Expected calibration error (ECE): mean distance of confidence and answerable share over ten bins of equal width.
fn calibration_error(bins: &[Bin]) -> f64 {
    let all: usize = bins.iter().map(|bin| bin.questions).sum();
    let off = |bin: &Bin| (bin.confidence_sum - ratio(bin.answerable, 1)).abs();
    bins.iter().map(off).sum::<f64>() / ratio(all, 1)
}

/// Area under the ROC curve: probability that an answerable question has a higher confidence than another; ties count
/// half.
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

fn print(bins: &[Bin; BINS]) -> anyhow::Result<()> {
    output::line("  confidence   questions   mean confidence   answerable")?;
    for (n, bin) in bins.iter().enumerate().filter(|(_, bin)| bin.questions > 0) {
        let (low, high) = (ratio(n, BINS), ratio(n + 1, BINS));
        let (confidence, is) = (bin.confidence_sum / ratio(bin.questions, 1), ratio(bin.answerable, bin.questions));
        output::line(&format!("  {low:.1} to {high:.1}   {:>9}   {confidence:>15.3}   {is:>10.3}", bin.questions))?;
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
        // The bins of 0.1 and 0.9 are off by 0.1 each; the bin of 0.8 has two questions, one of them answerable.
        assert!((calibration_error(&bins(&known)) - (0.1 + 0.1 + 0.6) / 4.0).abs() < 1e-9);
    }
}
