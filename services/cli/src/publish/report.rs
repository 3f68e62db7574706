//! What was published and what was not.

use std::time::Duration;

use domain::{Event, JobId};
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;

use super::reading::Read;
use super::{Outcome, Verdict};
use crate::formats::{Place, Refusal};
use crate::output;

/// The account of one `publish`.
#[derive(Debug, Default, Serialize)]
pub struct Report {
    /// Nothing was sent.
    pub dry_run: bool,
    /// Events that were read.
    pub read: u64,
    /// Events that the stream confirmed for the first time.
    pub published: u64,
    /// Events that it had already.
    pub duplicates: u64,
    /// Everything else, line by line.
    pub refused: Vec<Refusal>,
    /// What became of them, if it was waited for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub waited: Option<Verdict>,
    /// The jobs of confirmed events.
    #[serde(skip)]
    pub jobs: Vec<JobId>,
}

impl Report {
    /// Sorts what was read.
    pub(super) fn take_in(&mut self, chunk: impl Iterator<Item = Read>, bar: &ProgressBar) -> Vec<(Place, Event)> {
        let mut events = Vec::new();
        for read in chunk {
            match read {
                Read::Event(place, event) => events.push((place, *event)),
                Read::Refused(refusal) => self.refused.push(refusal),
                Read::Bytes(bytes) => bar.inc(bytes),
            }
        }
        self.read += events.len() as u64;
        events
    }

    /// Adds one event's outcome.
    pub(super) fn add(&mut self, outcome: Outcome) {
        let Outcome { place, event, answer } = outcome;
        match answer {
            None => {}
            Some(Ok(confirmed)) => {
                if confirmed.duplicate {
                    self.duplicates += 1;
                } else {
                    self.published += 1;
                }
                self.jobs.push(event.job());
            }
            Some(Err(refused)) => {
                let problem = format!("{:#}", anyhow::Error::from(refused));
                self.refused.push(Refusal::undelivered(&place, event.id.as_str(), problem));
            }
        }
    }

    /// For the progress bar.
    pub(super) fn progress(&self) -> String {
        format!("{} published, {} refused", self.published + self.duplicates, self.refused.len())
    }

    /// The whole report; refusals on standard error for people, in the object for programs.
    pub(super) fn print(&self, json: bool) -> anyhow::Result<()> {
        if json {
            return output::json(self);
        }
        for refusal in &self.refused {
            output::note(&format!("refused  {refusal}"));
        }
        Ok(output::line(&self.sentence())?)
    }

    fn sentence(&self) -> String {
        let (read, refused) = (self.read, self.refused.len());
        let events = |count| if count == 1 { "event" } else { "events" };
        if self.dry_run {
            return format!("{read} {} would be published, {refused} records refused", events(read));
        }
        let known = if self.duplicates > 0 {
            format!(" ({} of them for the first time)", self.published)
        } else {
            String::new()
        };
        let waited = self.waited.map(|verdict| format!("; {verdict}")).unwrap_or_default();
        let sent = self.published + self.duplicates;
        format!("{sent} {} published{known}, {refused} refused{waited}", events(sent))
    }
}

/// A bar over the bytes of files, a spinner for a pipe, nothing where nobody watches.
pub(super) fn bar(bytes: Option<u64>) -> ProgressBar {
    if !output::is_watched() {
        return ProgressBar::hidden();
    }
    let (bar, template) = match bytes {
        Some(bytes) => (ProgressBar::new(bytes), "{bar:30} {percent:>3} %  {msg}  {elapsed}"),
        None => (ProgressBar::new_spinner(), "{spinner}  {msg}  {elapsed}"),
    };
    styled(bar, template)
}

/// A bar over settled events.
pub(crate) fn waiting_bar(events: usize) -> ProgressBar {
    if !output::is_watched() {
        return ProgressBar::hidden();
    }
    styled(ProgressBar::new(events as u64), "{bar:30} {pos}/{len} accounted for  {elapsed}")
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
    fn one_sentence_tells_it_all() {
        let mut report = Report { read: 3, published: 2, duplicates: 1, ..Report::default() };
        assert_eq!(report.sentence(), "3 events published (2 of them for the first time), 0 refused");
        report.waited = Some(Verdict { settled: 2, dead: 1, open: 0 });
        assert_eq!(
            report.sentence(),
            "3 events published (2 of them for the first time), 0 refused; 2 answered, 1 dead, 0 open"
        );
        let dry = Report { dry_run: true, read: 5, ..Report::default() };
        assert_eq!(dry.sentence(), "5 events would be published, 0 records refused");
    }
}
