//! Crash points of groups of quiet events: the classifier aborts around the commit of a group and before its
//! acknowledgements, and every event has one verdict and one result.

use proto::event::Fact;
use proto::events::EventReceived;
use runtime::crash::GROUP_POINTS;
use tests::wait::PATIENCE;
use tests::{Fleet, Setup, events};

use super::{rearm, wait_until_ended};

/// Quiet events that are published for each point.
const EVENTS: usize = 60;
/// Maximum quiet events until a second replica has taken some.
const MAX_EVENTS: usize = 20_000;

fn setup() -> Setup {
    Setup::default().quick_recovery().with("AUSPEX_CLASSIFIER_GROUP", 20)
}

#[tokio::test]
async fn a_classifier_that_aborts_around_a_group_gives_each_event_one_verdict() {
    let fleet = Fleet::start(setup().only(&["classifier", "writer"])).await.unwrap();
    let classifier = fleet.places("classifier")[0];
    let mut jobs = Vec::new();
    for (round, point) in GROUP_POINTS.iter().enumerate() {
        rearm(&fleet, point).await;
        let quiet: Vec<_> = (round * EVENTS..(round + 1) * EVENTS).map(events::dust).collect();
        jobs.extend(fleet.publisher.events(&quiet).await.unwrap());
        wait_until_ended(&fleet, classifier).await;
        fleet.respawn(classifier).unwrap();
        fleet.settled(&jobs, PATIENCE).await.unwrap_or_else(|error| panic!("{point}: {error:#}"));
    }
    println!("{}", fleet.assert_invariants(&jobs).await.unwrap());
    let quiet = fleet.database.count("SELECT count(*) FROM verdict WHERE grp IS NOT NULL").await.unwrap();
    assert_eq!(usize::try_from(quiet).unwrap(), jobs.len());
}

/// One replica settles quiet events alone and another one in groups, and every event is published twice.
#[tokio::test]
async fn replicas_with_and_without_groups_settle_each_event_once() {
    let setup = setup().only(&["classifier", "writer"]).with("AUSPEX_CLASSIFIER_SINGLE_RESULTS", true);
    let fleet = Fleet::start(setup).await.unwrap();
    let mut quiet: Vec<_> = (0..200).map(events::dust).collect();
    let mut jobs = fleet.publisher.events(&quiet).await.unwrap();
    fleet.settled(&jobs, PATIENCE).await.unwrap();
    let grouping = [("AUSPEX_CLASSIFIER_SINGLE_RESULTS".to_owned(), "false".to_owned())].into_iter().collect();
    fleet.start_worker("classifier", grouping).unwrap();
    let count = async |sql: &str| fleet.database.count(sql).await.unwrap();
    let grouped = "SELECT count(*) FROM verdict WHERE grp IS NOT NULL";
    // The first replica may take all events that are published before the second one pulls.
    while count(grouped).await == 0 {
        assert!(quiet.len() < MAX_EVENTS, "the second replica took none of {} events", quiet.len());
        let more: Vec<_> = (quiet.len()..quiet.len() + 100).map(events::dust).collect();
        jobs.extend(fleet.publisher.events(&more).await.unwrap());
        quiet.extend(more);
        fleet.settled(&jobs, PATIENCE).await.unwrap();
    }
    let published = quiet.len();
    for event in quiet {
        let (job, fact) = (event.job(), EventReceived(event));
        fleet.publisher.bytes(&fact.subject(), &format!("again-{job}"), fact.encode()).await.unwrap();
    }
    fleet.settled(&jobs, PATIENCE).await.unwrap();
    println!("{}", fleet.assert_invariants(&jobs).await.unwrap());
    let (alone, grouped) = (count("SELECT count(*) FROM event").await, count(grouped).await);
    assert_eq!(usize::try_from(alone + grouped).unwrap(), published, "{alone} alone, {grouped} in groups");
    assert!(alone >= 200 && grouped > 0, "both replicas took part: {alone} alone, {grouped} in groups");
}
