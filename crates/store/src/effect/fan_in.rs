//! Fan-out and fan-in of runs, decided without I/O: which changes apply, which are stale, and which answer was the last.
//!
//! The journal locks the runs, fills a [`Board`], asks it about every member of a group in order, and writes what it collected.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use domain::run::{Cancellation, Phase};
use domain::{RunId, Time};
use uuid::Uuid;

/// One question, as a row.
#[derive(Debug, Clone)]
pub(crate) struct QuestionRow {
    pub(crate) id: String,
    pub(crate) body: String,
}

/// The row of a new run.
#[derive(Debug, Clone)]
pub(crate) struct NewRun {
    pub(crate) run: Uuid,
    pub(crate) tenant: String,
    pub(crate) event: Uuid,
    pub(crate) question: String,
    pub(crate) body: String,
    /// It was stopped before it began: so the whole, as its column says it, and why it is done already.
    pub(crate) stopped: Option<Cancellation>,
    pub(crate) cancelled: Option<String>,
    pub(crate) ended: Option<String>,
}

/// The row of a forecast.
#[derive(Debug, Clone)]
pub(crate) struct ForecastRow {
    pub(crate) run: Uuid,
    pub(crate) tenant: String,
    pub(crate) probability: f64,
    pub(crate) cost: i64,
    pub(crate) body: String,
    pub(crate) made_at: Time,
}

/// What an outcome wants of a run.
#[derive(Debug, Clone)]
pub(crate) enum Change {
    /// `waits`: its questions are researched, so that answers will come.
    Started {
        new: NewRun,
        questions: Vec<QuestionRow>,
        deadline: Time,
        waits: bool,
    },
    Extended {
        run: Uuid,
        version: i64,
        questions: Vec<QuestionRow>,
        deadline: Time,
    },
    Answered {
        run: Uuid,
        question: String,
        body: String,
    },
    Finished {
        forecast: ForecastRow,
        version: i64,
    },
    Ended {
        run: Uuid,
        version: i64,
        body: String,
    },
}

impl Change {
    pub(crate) fn run(&self) -> Uuid {
        match self {
            Self::Started { new, .. } => new.run,
            Self::Extended { run, .. } | Self::Answered { run, .. } | Self::Ended { run, .. } => *run,
            Self::Finished { forecast, .. } => forecast.run,
        }
    }

    pub(crate) fn bytes(&self) -> usize {
        let size = |questions: &[QuestionRow]| questions.iter().map(|question| question.body.len()).sum::<usize>();
        match self {
            Self::Started { new, questions, .. } => new.body.len() + size(questions),
            Self::Extended { questions, .. } => size(questions),
            Self::Answered { body, .. } | Self::Ended { body, .. } => body.len(),
            Self::Finished { forecast, .. } => forecast.body.len(),
        }
    }
}

/// Where a run stands.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Standing {
    pub(crate) phase: Phase,
    pub(crate) iteration: i32,
    pub(crate) outstanding: i32,
    pub(crate) version: i64,
    pub(crate) deadline: Time,
    /// No more research, whatever else may come.
    pub(crate) cancelled: bool,
}

/// A question that was asked: of which run, in which round, in which place.
#[derive(Debug)]
pub(crate) struct Asked<'a> {
    pub(crate) run: Uuid,
    pub(crate) iteration: i32,
    pub(crate) ordinal: usize,
    pub(crate) question: &'a QuestionRow,
}

/// An answer to be stored.
#[derive(Debug)]
pub(crate) struct Answered<'a> {
    pub(crate) run: Uuid,
    pub(crate) question: &'a str,
    pub(crate) late: bool,
    pub(crate) body: &'a str,
}

/// The locked runs of a group, and what its members change in them.
#[derive(Debug, Default)]
pub(crate) struct Board<'a> {
    /// Locked rows, as they were read and as they become.
    pub(crate) runs: BTreeMap<Uuid, Standing>,
    /// The round of each question that is answered in this group.
    pub(crate) rounds: HashMap<(Uuid, String), i32>,
    /// Runs that were stopped before they began.
    pub(crate) stops: BTreeMap<Uuid, Cancellation>,
    /// Questions that have an answer.
    pub(crate) answered: HashSet<(Uuid, String)>,
    /// To write: new runs, questions, answers, forecasts, endings, and the runs whose standing changed.
    pub(crate) new_runs: Vec<&'a NewRun>,
    pub(crate) asked: Vec<Asked<'a>>,
    pub(crate) answers: Vec<Answered<'a>>,
    pub(crate) forecasts: Vec<&'a ForecastRow>,
    /// Why a run has no forecast.
    pub(crate) endings: Vec<(Uuid, &'a str)>,
    pub(crate) changed: BTreeSet<Uuid>,
}

impl<'a> Board<'a> {
    /// Why a change must not happen, if it must not: the run is not where the handler saw it.
    pub(crate) fn stale(&self, change: &Change) -> Option<String> {
        let (run, version, more) = match change {
            Change::Started { new, .. } => return self.stopped_early(new),
            Change::Answered { .. } => return None,
            Change::Extended { run, version, .. } => (*run, *version, true),
            Change::Finished { forecast, version } => (forecast.run, *version, false),
            Change::Ended { run, version, .. } => (*run, *version, false),
        };
        match self.runs.get(&run) {
            None => Some(format!("run {run} does not exist")),
            Some(now) if now.version != version => {
                Some(format!("run {run} is at version {}, not {version}", now.version))
            }
            Some(now) if now.phase != Phase::Analyzing => Some(format!("run {run} is not analyzing")),
            Some(now) if more && now.cancelled => Some(format!("run {run} is cancelled")),
            Some(_) => None,
        }
    }

    /// A run must not begin as if nobody had stopped it.
    fn stopped_early(&self, new: &NewRun) -> Option<String> {
        let stop = self.stops.get(&new.run).filter(|_| !self.runs.contains_key(&new.run))?;
        (new.stopped.as_ref() != Some(stop)).then(|| format!("run {} was stopped before it began", new.run))
    }

    /// Takes a change that is not stale; the run, if this very change ended the wait for its answers.
    pub(crate) fn apply(&mut self, change: &'a Change) -> Option<RunId> {
        match change {
            Change::Started { new, questions, deadline, waits } => self.start((new, *waits), questions, *deadline),
            Change::Extended { run, questions, deadline, .. } => self.extend(*run, questions, *deadline),
            Change::Answered { run, question, body } => self.answer(*run, question, body),
            Change::Finished { forecast, .. } => {
                self.forecasts.push(forecast);
                self.done(forecast.run)
            }
            Change::Ended { run, body, .. } => {
                self.endings.push((*run, body));
                self.done(*run)
            }
        }
    }

    /// A run that waits for nobody is ready at once: nobody else would ever say so. One that was stopped at once is done.
    fn start(
        &mut self,
        (new, waits): (&'a NewRun, bool),
        questions: &'a [QuestionRow],
        deadline: Time,
    ) -> Option<RunId> {
        if self.runs.contains_key(&new.run) {
            return None;
        }
        let phase = match (&new.ended, waits) {
            (Some(_), _) => Phase::Done,
            (None, true) => Phase::Waiting,
            (None, false) => Phase::Analyzing,
        };
        let outstanding = if waits { count(questions) } else { 0 };
        let cancelled = new.stopped.is_some();
        let standing = Standing { phase, iteration: 1, outstanding, version: 1, deadline, cancelled };
        self.runs.insert(new.run, standing);
        self.new_runs.push(new);
        self.ask(new.run, 1, questions);
        (phase == Phase::Analyzing).then_some(RunId(new.run))
    }

    fn extend(&mut self, run: Uuid, questions: &'a [QuestionRow], deadline: Time) -> Option<RunId> {
        let now = self.runs.get_mut(&run)?;
        now.iteration += 1;
        now.outstanding = count(questions);
        now.phase = Phase::Waiting;
        now.version += 1;
        now.deadline = deadline;
        let iteration = now.iteration;
        self.changed.insert(run);
        self.ask(run, iteration, questions);
        None
    }

    fn ask(&mut self, run: Uuid, iteration: i32, questions: &'a [QuestionRow]) {
        for (ordinal, question) in questions.iter().enumerate() {
            self.rounds.insert((run, question.id.clone()), iteration);
            self.asked.push(Asked { run, iteration, ordinal, question });
        }
    }

    /// A late answer is kept but changes nothing, not even the version: a forecast that is being made stays valid. What was
    /// never asked is no answer: a question stands in the commit that sends it to research.
    fn answer(&mut self, run: Uuid, question: &'a str, body: &'a str) -> Option<RunId> {
        let key = (run, question.to_owned());
        let round = Some(self.rounds.get(&key).copied()?);
        if !self.answered.insert(key) {
            return None;
        }
        let open = self.runs.get_mut(&run).filter(|now| now.phase == Phase::Waiting && round == Some(now.iteration));
        self.answers.push(Answered { run, question, late: open.is_none(), body });
        let now = open?;
        now.outstanding = (now.outstanding - 1).max(0);
        now.version += 1;
        let last = now.outstanding == 0;
        if last {
            now.phase = Phase::Analyzing;
        }
        self.changed.insert(run);
        last.then_some(RunId(run))
    }

    fn done(&mut self, run: Uuid) -> Option<RunId> {
        let now = self.runs.get_mut(&run)?;
        now.phase = Phase::Done;
        now.outstanding = 0;
        now.version += 1;
        self.changed.insert(run);
        None
    }
}

fn count(questions: &[QuestionRow]) -> i32 {
    i32::try_from(questions.len()).unwrap_or(i32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn questions(ids: &[&str]) -> Vec<QuestionRow> {
        ids.iter().map(|id| QuestionRow { id: (*id).to_owned(), body: String::new() }).collect()
    }

    fn started(ids: &[&str]) -> Change {
        let new = NewRun {
            run: Uuid::nil(),
            tenant: String::new(),
            event: Uuid::nil(),
            question: String::new(),
            body: String::new(),
            stopped: None,
            cancelled: None,
            ended: None,
        };
        Change::Started { new, questions: questions(ids), deadline: Time::default(), waits: !ids.is_empty() }
    }

    fn answer(question: &str) -> Change {
        Change::Answered { run: Uuid::nil(), question: question.to_owned(), body: String::new() }
    }

    fn extended(version: i64, ids: &[&str]) -> Change {
        Change::Extended { run: Uuid::nil(), version, questions: questions(ids), deadline: Time::default() }
    }

    #[test]
    fn the_last_answer_releases_and_duplicates_count_once() {
        let changes = [started(&["a", "b"]), answer("a"), answer("a"), answer("b"), answer("b")];
        let mut board = Board::default();
        let released: Vec<bool> = changes.iter().map(|change| board.apply(change).is_some()).collect();
        assert_eq!(released, [false, false, false, true, false]);
        assert_eq!(board.answers.len(), 2);
        assert_eq!(board.runs[&Uuid::nil()].phase, Phase::Analyzing);
        assert_eq!(board.runs[&Uuid::nil()].version, 3);
    }

    #[test]
    fn an_answer_of_an_older_round_is_late_and_releases_nothing() {
        let changes = [started(&["a", "b"]), answer("a"), answer("b"), extended(3, &["c"]), answer("zz"), answer("c")];
        let mut board = Board::default();
        board.apply(&changes[0]);
        // The deadline closed the first round with `b` open.
        let now = board.runs.get_mut(&Uuid::nil()).unwrap();
        (now.phase, now.version) = (Phase::Analyzing, 3);
        assert_eq!(board.stale(&changes[3]), None);
        board.apply(&changes[3]);
        assert!(board.stale(&changes[3]).is_some(), "the version has moved on");
        assert_eq!(board.apply(&changes[2]), None);
        assert_eq!(board.apply(&changes[4]), None, "a question nobody asked");
        assert!(board.answers.iter().all(|answer| answer.late && answer.question == "b"));
        assert_eq!(board.runs[&Uuid::nil()].outstanding, 1);
        assert!(board.apply(&changes[5]).is_some());
    }

    #[test]
    fn a_run_whose_questions_nobody_researches_is_ready_at_once_and_keeps_them() {
        let Change::Started { new, questions, deadline, .. } = started(&["a", "b"]) else { unreachable!() };
        let start = Change::Started { new, questions, deadline, waits: false };
        let mut board = Board::default();
        assert!(board.apply(&start).is_some());
        assert_eq!((board.asked.len(), board.runs[&Uuid::nil()].outstanding), (2, 0));
    }

    #[test]
    fn a_run_that_was_stopped_before_it_began_begins_as_stopped_or_not_at_all() {
        for forecast in [false, true] {
            let stop = Cancellation { by: "ada".into(), reason: String::new(), at: Time::default(), forecast };
            let unaware = started(&["a"]);
            let mut board = Board { stops: [(Uuid::nil(), stop.clone())].into(), ..Board::default() };
            assert!(board.stale(&unaware).is_some_and(|why| why.contains("before it began")));
            let Change::Started { mut new, deadline, .. } = started(&[]) else { unreachable!() };
            (new.cancelled, new.ended) = (Some("{}".into()), (!forecast).then(|| "{}".into()));
            new.stopped = Some(stop);
            let aware = Change::Started { new, questions: Vec::new(), deadline, waits: false };
            assert_eq!(board.stale(&aware), None);
            assert_eq!(board.apply(&aware).is_some(), forecast, "only a forecast is still to be made");
            let now = &board.runs[&Uuid::nil()];
            assert!(now.cancelled && (now.phase == Phase::Done) != forecast);
            assert_eq!(board.stale(&unaware), None, "it has begun: twice is once");
        }
    }

    #[test]
    fn a_cancelled_run_is_decided_and_never_extended() {
        let start = started(&[]);
        let mut board = Board::default();
        board.apply(&start);
        board.runs.get_mut(&Uuid::nil()).unwrap().cancelled = true;
        assert!(board.stale(&extended(1, &["a"])).is_some_and(|why| why.contains("cancelled")));
        let end = Change::Ended { run: Uuid::nil(), version: 1, body: "{}".to_owned() };
        assert_eq!(board.stale(&end), None);
        board.apply(&end);
        assert_eq!(board.endings, [(Uuid::nil(), "{}")]);
        assert!(board.stale(&end).is_some(), "a run ends once");
    }

    #[test]
    fn a_run_without_questions_is_ready_at_once_and_starts_once() {
        let start = started(&[]);
        let mut board = Board::default();
        assert!(board.apply(&start).is_some());
        assert!(board.apply(&start).is_none());
        assert_eq!(board.new_runs.len(), 1);
    }
}
