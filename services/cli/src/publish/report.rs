//! PublishReport of one `auspex publish`, and its progress bars.

use std::time::Duration;

use domain::{Event, JobId};
use indicatif::{ProgressBar, ProgressStyle};
use operations::costs::CostEstimate;
use operations::formats::{FormatName, Place, Refusal};
use serde::Serialize;

use super::reading::Read;
use super::{PublishOutcome, WaitResult};
use crate::dry_run;
use crate::output;

/// Counts and refusals of one `auspex publish`.
#[derive(Debug, Default, Serialize)]
pub struct PublishReport {
    /// True if nothing was sent.
    pub dry_run: bool,
    /// Number of events read.
    pub read: u64,
    /// Number of events that the stream confirmed as new.
    pub published: u64,
    /// Number of events that the stream already contained.
    pub duplicates: u64,
    /// Number of those that the stream contained with another body, which is kept.
    pub differing: u64,
    /// Records that were invalid or not accepted by the stream.
    pub refused: Vec<Refusal>,
    /// Expected cost, with `--dry-run`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub estimate: Option<CostEstimate>,
    /// Result of the wait, with `--wait`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub waited: Option<WaitResult>,
    /// Jobs of the confirmed events.
    #[serde(skip)]
    pub jobs: Vec<JobId>,
}

impl PublishReport {
    /// Counts the read items and returns the events among them.
    pub(super) fn count_read(&mut self, chunk: impl Iterator<Item = Read>, bar: &ProgressBar) -> Vec<(Place, Event)> {
        let mut events = Vec::new();
        for read in chunk {
            match read {
                Read::Event(place, event) => events.push((place, *event)),
                Read::Refused(refusal) => self.refused.push(refusal),
                Read::Recognised(file, format) => output::note(&recognised(&file, format)),
                Read::Empty(file) => output::note(&format!("{file}: contains no event")),
                Read::Bytes(bytes) => bar.inc(bytes),
            }
        }
        self.read += events.len() as u64;
        events
    }

    /// Adds the outcome of one event.
    pub(super) fn add(&mut self, outcome: PublishOutcome) {
        let PublishOutcome { place, event, answer } = outcome;
        match answer {
            None => {}
            Some(Ok(taken)) => {
                if taken.duplicate {
                    self.duplicates += 1;
                    self.differing += u64::from(taken.differs);
                } else {
                    self.published += 1;
                }
                self.jobs.push(taken.job);
            }
            Some(Err(problem)) => {
                self.refused.push(Refusal::undelivered(&place, event.id.as_str(), problem));
            }
        }
    }

    /// Formats the counts for the progress bar.
    pub(super) fn progress(&self) -> String {
        format!("{} published, {} refused", self.published + self.duplicates, self.refused.len())
    }

    /// Prints the report. Refusals go to standard error as text, or are part of the JSON object.
    pub(super) fn print(&self, json: bool) -> anyhow::Result<()> {
        if json {
            return output::json(self);
        }
        self.refusals().iter().for_each(|line| output::note(line));
        if self.differing > 0 {
            let known = output::pluralize(self.differing, "event");
            output::note(&format!("{known} had the id of a known one with another body; the known one is kept"));
        }
        if self.read == 0 && self.refused.is_empty() {
            output::note("the files contain no events");
        }
        output::line(&self.sentence())?;
        let estimate = self.estimate.iter().flat_map(dry_run::lines);
        Ok(estimate.into_iter().try_for_each(|line| output::line(&line))?)
    }

    /// Formats the refusals: the first of each reason, and how many more have the same one.
    fn refusals(&self) -> Vec<String> {
        let mut groups: Vec<(&Refusal, usize)> = Vec::new();
        for refusal in &self.refused {
            match groups
                .iter_mut()
                .find(|(first, _)| (&first.field, &first.problem) == (&refusal.field, &refusal.problem))
            {
                Some((_, more)) => *more += 1,
                None => groups.push((refusal, 0)),
            }
        }
        let line = |(first, more): (&Refusal, usize)| match more {
            0 => format!("refused  {first}"),
            more => format!("refused  {first}  (and {more} more for the same reason)"),
        };
        groups.into_iter().map(line).collect()
    }

    fn sentence(&self) -> String {
        let (read, refused) = (self.read, self.refused.len());
        let events = |count| if count == 1 { "event" } else { "events" };
        if self.dry_run {
            return format!("{read} {} would be published, {refused} records refused", events(read));
        }
        let new = if self.duplicates > 0 { format!(" ({} new)", self.published) } else { String::new() };
        let waited = self.waited.map(|verdict| format!("; {verdict}")).unwrap_or_default();
        let sent = self.published + self.duplicates;
        format!("{sent} {} published{new}, {refused} refused{waited}", events(sent))
    }
}

fn recognised(file: &str, format: FormatName) -> String {
    format!("{file}: read as {}; --format names another format", format.name())
}

/// Creates a bar over the bytes of files, or a spinner for a pipe; hidden unless standard error is a terminal.
pub(super) fn bar(bytes: Option<u64>) -> ProgressBar {
    if !output::is_interactive() {
        return ProgressBar::hidden();
    }
    let (bar, template) = match bytes {
        Some(bytes) => (ProgressBar::new(bytes), "{bar:30} {percent:>3} %  {msg}  {elapsed}"),
        None => (ProgressBar::new_spinner(), "{spinner}  {msg}  {elapsed}"),
    };
    styled(bar, template)
}

/// Creates a bar over settled events.
pub(crate) fn waiting_bar(events: usize) -> ProgressBar {
    counting_bar(events, "{bar:30} {pos}/{len} settled  {elapsed}")
}

fn counting_bar(events: usize, template: &str) -> ProgressBar {
    if !output::is_interactive() {
        return ProgressBar::hidden();
    }
    styled(ProgressBar::new(events as u64), template)
}

fn styled(bar: ProgressBar, template: &str) -> ProgressBar {
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_report_is_one_sentence() {
        let mut report = PublishReport { read: 3, published: 2, duplicates: 1, ..PublishReport::default() };
        assert_eq!(report.sentence(), "3 events published (2 new), 0 refused");
        report.waited = Some(WaitResult { settled: 2, dead: 1, open: 0 });
        assert_eq!(report.sentence(), "3 events published (2 new), 0 refused; 2 answered, 1 dead-lettered, 0 open");
        let dry = PublishReport { dry_run: true, read: 5, ..PublishReport::default() };
        assert_eq!(dry.sentence(), "5 events would be published, 0 records refused");
    }
}
