//! The number beside a list is that of its rows, for every filter: random rows of two tenants with equal times, random
//! filters and pages, compared with a selection in memory.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::BTreeSet;

use domain::port::DeadLetter;
use domain::{EventKind, Tenant, Time};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::{Config, TestRunner};
use store::Store;
use store::dead_letter_groups::DeadLetterFilter;
use store::dead_letters::DeadLetterLine;
use store::events::{EventFilter, EventLine};
use store::page::Before;
use store::redrives::RedriveSelection;
use store::runs::{RunFigures, RunSelection};
use uuid::Uuid;

use crate::support::{execute, store};

/// Databases with rows of their own, and filters for each.
const CASES: u32 = 8;
const FILTERS: usize = 15;
const ROWS: std::ops::Range<usize> = 0..60;
/// Number that no list reaches.
const MOST: u32 = 10_000;
const TENANTS: [&str; 2] = ["acme", "other"];
const CONSUMERS: [&str; 2] = ["researcher", "filter"];
const REASONS: [(&str, &str); 3] = [
    ("no answer after 31 s", "no answer after # s"),
    ("no answer after 7 s", "no answer after # s"),
    ("refused", "refused"),
];
/// Phase of a run, review of its forecast (`None` without a forecast), and the selection that it belongs to.
const RUNS: [(&str, Option<&str>, RunSelection); 6] = [
    ("waiting", None, RunSelection::Open),
    ("analyzing", None, RunSelection::Open),
    ("done", None, RunSelection::Ended),
    ("done", Some("NULL"), RunSelection::Forecast),
    ("done", Some("'pending'"), RunSelection::Review),
    ("done", Some("'rejected'"), RunSelection::Ended),
];
/// Now, in seconds since 1970. Row `n` of an age is as many seconds older, so that many rows have the same time.
const NOW: i64 = 1_790_000_000;

#[derive(Debug, Clone)]
struct EventRow {
    tenant: usize,
    kind: &'static str,
    age: i64,
    is_answered: bool,
    /// Index of the state of its letter; 0 for none.
    letter: usize,
}

/// States of a letter: redriven, dropped.
const LETTERS: [(bool, bool); 3] = [(false, false), (true, false), (false, true)];

#[derive(Debug, Clone)]
struct LetterRow {
    tenant: usize,
    consumer: &'static str,
    class: &'static str,
    reason: usize,
    age: i64,
    state: usize,
}

#[derive(Debug, Clone)]
struct RunRow {
    tenant: usize,
    age: i64,
    state: usize,
}

#[derive(Debug, Clone)]
struct Rows {
    events: Vec<EventRow>,
    letters: Vec<LetterRow>,
    runs: Vec<RunRow>,
}

#[derive(Debug, Clone)]
struct Wanted {
    tenant: usize,
    page: u32,
    kind: Option<&'static str>,
    state: Option<&'static str>,
    age: i64,
    consumer: Option<&'static str>,
    class: Option<&'static str>,
    reason: Option<usize>,
    open: bool,
}

fn rows() -> impl Strategy<Value = Rows> {
    let kind = select(EventKind::NAMES.to_vec());
    let event = (0..2_usize, kind, 0..9_i64, any::<bool>(), 0..4_usize)
        .prop_map(|(tenant, kind, age, is_answered, letter)| EventRow { tenant, kind, age, is_answered, letter });
    let letter = (
        0..2_usize,
        select(CONSUMERS.to_vec()),
        select(DeadLetter::CLASSES.to_vec()),
        0..3_usize,
        0..9_i64,
        0..3_usize,
    )
        .prop_map(|(tenant, consumer, class, reason, age, state)| LetterRow {
            tenant,
            consumer,
            class,
            reason,
            age,
            state,
        });
    let run = (0..2_usize, 0..9_i64, 0..RUNS.len()).prop_map(|(tenant, age, state)| RunRow { tenant, age, state });
    (vec(event, ROWS), vec(letter, ROWS), vec(run, ROWS)).prop_map(|(events, letters, runs)| Rows {
        events,
        letters,
        runs,
    })
}

fn wanted() -> impl Strategy<Value = Wanted> {
    let of_events =
        (option::of(select(EventKind::NAMES.to_vec())), option::of(select(vec!["open", "answered", "dead"])), 0..9_i64);
    let of_letters = (
        option::of(select(CONSUMERS.to_vec())),
        option::of(select(DeadLetter::CLASSES.to_vec())),
        option::of(0..3_usize),
        any::<bool>(),
    );
    (0..2_usize, 3..30_u32, of_events, of_letters).prop_map(
        |(tenant, page, (kind, state, age), (consumer, class, reason, open))| Wanted {
            tenant,
            page,
            kind,
            state,
            age,
            consumer,
            class,
            reason,
            open,
        },
    )
}

fn at(age: i64) -> Time {
    Time::from_timestamp(NOW - age, 0).expect("a time")
}

fn id(table: &str, place: usize) -> Uuid {
    domain::JobId::named(&[table, &place.to_string()]).0
}

async fn insert(url: &str, (into, rows): (&str, Vec<String>)) {
    if !rows.is_empty() {
        execute(url, &format!("INSERT INTO {into} VALUES {}", rows.join(", "))).await;
    }
}

const LETTER_COLUMNS: &str = "dead_letter (id, consumer, job, tenant, subject, headers, payload, class, errors, attempts, trace_id, at, redriven_at, dropped_at)";

/// Writes a letter as SQL.
fn letter((place, job): (Uuid, Uuid), row: &LetterRow) -> String {
    let LetterRow { tenant, consumer, class, reason, age, state } = row;
    let time = |is_set: bool| if is_set { "now()" } else { "NULL" };
    let ((redriven, dropped), tenant, reason) = (LETTERS[*state], TENANTS[*tenant], REASONS[*reason].0);
    format!(
        "('{place}', '{consumer}', '{job}', '{tenant}', 's', '[]', '', '{class}', ARRAY['{reason}'], 1, '', '{}', {}, {})",
        at(*age),
        time(redriven),
        time(dropped)
    )
}

async fn fill(url: &str, rows: &Rows) {
    let events = rows.events.iter().enumerate().map(|(place, row)| {
        let (job, tenant, time) = (id("event", place), TENANTS[row.tenant], at(row.age));
        format!("('{job}', 'e{place}', '{}', '{tenant}', 's', true, 1, 'rule', 0, '{{}}', '{time}')", row.kind)
    });
    let columns = "event (job, id, kind, tenant, source, interesting, score, decided_by, tasks, body, received_at)";
    insert(url, (columns, events.collect())).await;
    let answered = rows.events.iter().enumerate().filter(|(_, row)| row.is_answered).map(|(place, row)| {
        let (result, job, tenant) = (id("result", place), id("event", place), TENANTS[row.tenant]);
        format!("('{result}', 'classification', '{tenant}', '{job}', '{{}}', '{}')", at(row.age))
    });
    insert(url, ("result (id, kind, tenant, event, body, made_at)", answered.collect())).await;
    let own = rows
        .events
        .iter()
        .enumerate()
        .filter(|(_, row)| row.letter > 0)
        .map(|(place, row)| letter((id("own letter", place), id("event", place)), &own_letter(row)));
    insert(url, (LETTER_COLUMNS, own.collect())).await;
    let letters =
        rows.letters.iter().enumerate().map(|(place, row)| letter((id("letter", place), id("job", place)), row));
    insert(url, (LETTER_COLUMNS, letters.collect())).await;
    let runs = rows.runs.iter().enumerate().map(|(place, row)| {
        let (run, tenant, (phase, ..)) = (id("run", place), TENANTS[row.tenant], RUNS[row.state]);
        format!("('{run}', '{tenant}', '{run}', 'Will it?', '{{}}', '{phase}', 1, 0, 1, now(), '{}')", at(row.age))
    });
    let columns =
        "run (id, tenant, event, question, body, phase, iteration, outstanding, version, deadline, started_at)";
    insert(url, (columns, runs.collect())).await;
    let forecasts = rows.runs.iter().enumerate().filter_map(|(place, row)| {
        let (run, tenant, review) = (id("run", place), TENANTS[row.tenant], RUNS[row.state].1?);
        Some(format!("('{run}', '{tenant}', 0.5, 1, '{{}}', {review}, '{}')", at(row.age)))
    });
    insert(url, ("forecast (run, tenant, probability, cost, body, review, made_at)", forecasts.collect())).await;
}

/// The letter of an event's own job.
fn own_letter(row: &EventRow) -> LetterRow {
    let (tenant, age, state) = (row.tenant, row.age, row.letter - 1);
    LetterRow { tenant, consumer: "classifier", class: "exhausted", reason: 2, age, state }
}

/// All letters, those of the events' own jobs included.
fn letters(rows: &Rows) -> Vec<LetterRow> {
    let own = rows.events.iter().filter(|row| row.letter > 0).map(own_letter);
    own.chain(rows.letters.iter().cloned()).collect()
}

/// Reads a list page by page, and returns its length. No row may be on two pages.
async fn listed<R>(page: u32, read: impl AsyncFn(Option<Before>) -> Vec<R>, key: impl Fn(&R) -> (Time, Uuid)) -> usize {
    let (mut seen, mut after) = (BTreeSet::new(), None);
    loop {
        let rows = read(after).await;
        for row in &rows {
            assert!(seen.insert(key(row)), "a row is on two pages");
        }
        match rows.last().filter(|_| rows.len() == page as usize) {
            Some(last) => {
                let (at, id) = key(last);
                after = Some(Before { at, id });
            }
            None => return seen.len(),
        }
    }
}

/// Returns the numbers of a list, of its count, and of the rows that should be selected.
async fn events(store: &Store, rows: &Rows, wanted: &Wanted) -> [usize; 3] {
    let Wanted { tenant, page, kind, state, age, .. } = wanted.clone();
    let filter = EventFilter { kind: kind.map(str::to_owned), state: state.map(str::to_owned), since: at(age) };
    let owner = Tenant::parse(TENANTS[tenant]).unwrap();
    let read = async |after| store.events().list(&owner, &filter, (after, page)).await.unwrap();
    let list = listed(page, read, |row: &EventLine| (row.received_at, row.job.0)).await;
    let count = store.events().count(&owner, &filter, MOST).await.unwrap();
    let state_of = |row: &EventRow| match (row.letter, row.is_answered) {
        (1 | 3, _) => "dead",
        (_, true) => "answered",
        (_, false) => "open",
    };
    let selected = rows.events.iter().filter(|row| {
        row.tenant == tenant
            && row.age <= age
            && kind.is_none_or(|kind| kind == row.kind)
            && state.is_none_or(|state| state == state_of(row))
    });
    [list, usize::try_from(count).unwrap(), selected.count()]
}

async fn dead_letters(store: &Store, rows: &Rows, wanted: &Wanted) -> [usize; 3] {
    let Wanted { tenant, page, consumer, class, reason, open, .. } = wanted.clone();
    let reason = reason.map(|reason| REASONS[reason].1.to_owned());
    let (consumer, class) = (consumer.map(str::to_owned), class.map(str::to_owned));
    let filter = DeadLetterFilter { consumer, class, reason, open };
    let owner = Tenant::parse(TENANTS[tenant]).unwrap();
    let read = async |after| store.dead_letters().selected(&owner, &filter, (after, page)).await.unwrap();
    let list = listed(page, read, |row: &DeadLetterLine| (row.at, row.id.0)).await;
    let count = store.dead_letters().count_selected(&owner, &filter, MOST).await.unwrap();
    let is_selected = |row: &&LetterRow| {
        row.tenant == tenant
            && filter.consumer.as_deref().is_none_or(|consumer| consumer == row.consumer)
            && filter.class.as_deref().is_none_or(|class| class == row.class)
            && filter.reason.as_deref().is_none_or(|reason| reason == REASONS[row.reason].1)
            && (!open || LETTERS[row.state] == (false, false))
    };
    [list, usize::try_from(count).unwrap(), letters(rows).iter().filter(is_selected).count()]
}

/// The preview of a redrive counts what the list of the open letters of its filter has, up to a time.
async fn redrivable(store: &Store, rows: &Rows, wanted: &Wanted) -> [usize; 2] {
    let Wanted { tenant, consumer, class, reason, age, .. } = wanted.clone();
    let selection = RedriveSelection {
        tenant: Tenant::parse(TENANTS[tenant]).unwrap(),
        consumer: consumer.map(str::to_owned),
        class: class.map(str::to_owned),
        reason: reason.map(|reason| REASONS[reason].1.to_owned()),
        until: at(age),
    };
    let counts = store.redrives().count(&selection, MOST).await.unwrap();
    let count: u64 = counts.iter().map(|(_, letters)| letters).sum();
    let is_selected = |row: &&LetterRow| {
        row.tenant == tenant
            && row.age >= age
            && consumer.is_none_or(|consumer| consumer == row.consumer)
            && class.map_or(row.class != "undecodable", |class| class == row.class)
            && selection.reason.as_deref().is_none_or(|reason| reason == REASONS[row.reason].1)
            && LETTERS[row.state] == (false, false)
    };
    [usize::try_from(count).unwrap(), letters(rows).iter().filter(is_selected).count()]
}

async fn runs(store: &Store, rows: &Rows, wanted: &Wanted) {
    let (tenant, page) = (wanted.tenant, wanted.page);
    let owner = Tenant::parse(TENANTS[tenant]).unwrap();
    for selection in
        [RunSelection::All, RunSelection::Open, RunSelection::Forecast, RunSelection::Review, RunSelection::Ended]
    {
        let read = async |after| store.runs().figures(selection, &owner, (after, page)).await.unwrap();
        let list = listed(page, read, |row: &RunFigures| (row.started_at, row.run.0)).await;
        let first = store.runs().figures(selection, &owner, (None, page)).await.unwrap();
        for (place, row) in first.iter().enumerate().take(3) {
            let beside = store.runs().neighbors(selection, &owner, row.run).await.unwrap();
            assert_eq!(beside.newer, place.checked_sub(1).map(|at| first[at].run), "{selection:?} of {owner}");
            if let Some(next) = first.get(place + 1) {
                assert_eq!(beside.older, Some(next.run), "{selection:?} of {owner}");
            }
        }
        let count = store.runs().count(selection, &owner, MOST).await.unwrap();
        let is_selected =
            |row: &&RunRow| row.tenant == tenant && (selection == RunSelection::All || RUNS[row.state].2 == selection);
        let selected = rows.runs.iter().filter(is_selected).count();
        assert_eq!([list, usize::try_from(count).unwrap()], [selected, selected], "{selection:?} of {owner}");
    }
}

async fn check(rows: &Rows, filters: &[Wanted]) {
    let (store, url) = store().await;
    fill(&url, rows).await;
    for wanted in filters {
        let [list, count, selected] = events(&store, rows, wanted).await;
        assert_eq!([list, count], [selected, selected], "events: {wanted:?}");
        let [list, count, selected] = dead_letters(&store, rows, wanted).await;
        assert_eq!([list, count], [selected, selected], "dead letters: {wanted:?}");
        let [count, selected] = redrivable(&store, rows, wanted).await;
        assert_eq!(count, selected, "letters of a redrive: {wanted:?}");
        runs(&store, rows, wanted).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_number_beside_a_list_is_that_of_its_rows_for_every_filter() {
    let handle = tokio::runtime::Handle::current();
    let play = move || {
        let mut runner = TestRunner::new(Config {
            cases: CASES,
            max_shrink_iters: 60,
            failure_persistence: None,
            ..Config::default()
        });
        let cases = (rows(), vec(wanted(), FILTERS));
        runner.run(&cases, |(rows, filters)| {
            handle.block_on(check(&rows, &filters));
            Ok(())
        })
    };
    tokio::task::spawn_blocking(play).await.expect("it ran").unwrap_or_else(|failure| panic!("{failure}"));
}
