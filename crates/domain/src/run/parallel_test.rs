//! The limit of parallel research over random histories of answers.

use proptest::prelude::*;

use super::*;
use crate::run::{Priority, question_id};

fn questions(n: usize) -> Vec<Question> {
    let question = |n| Question {
        id: question_id(1, n),
        topic: String::new(),
        text: String::new(),
        priority: Priority::Important,
        expected_sources: Vec::new(),
    };
    (1..=n).map(question).collect()
}

#[test]
fn a_round_begins_with_the_first_questions() {
    let asked = questions(3);
    assert_eq!(first_requests(&asked, 2), &asked[..2]);
    assert_eq!(first_requests(&asked, usize::MAX), asked);
}

#[test]
fn each_answer_starts_the_next_question() {
    let asked = questions(4);
    let asked: Vec<&Question> = asked.iter().collect();
    let ids = |done: &[&str]| -> Vec<&str> {
        let next = startable(&asked, &done.iter().copied().collect(), 1);
        next.into_iter().map(|question| question.id.as_str()).collect()
    };
    assert_eq!(ids(&["i1q1"]), ["i1q2"]);
    assert_eq!(ids(&["i1q1", "i1q2"]), ["i1q3"]);
    assert_eq!(ids(&["i1q1", "i2q7"]), ["i1q2"], "answers of other rounds do not count");
    assert_eq!(ids(&["i1q1", "i1q2", "i1q3", "i1q4"]), [""; 0]);
}

proptest! {
    /// Answers arrive in random batches. Those of one batch are concurrent: none sees the others.
    #[test]
    fn the_limit_holds_and_every_question_is_researched(
        n in 1_usize..12, parallel in 1_usize..6, batches in prop::collection::vec(any::<u8>(), 64)
    ) {
        let all = questions(n);
        let asked: Vec<&Question> = all.iter().collect();
        let mut requested: BTreeSet<&str> = first_requests(&all, parallel).iter().map(|one| one.id.as_str()).collect();
        let mut done: BTreeSet<&str> = BTreeSet::new();
        for choice in batches {
            let open: Vec<&str> = requested.difference(&done).copied().collect();
            prop_assert!(open.len() <= parallel);
            if open.is_empty() {
                break;
            }
            let size = usize::from(choice) % open.len() + 1;
            for answered in &open[..size] {
                let seen: BTreeSet<&str> = done.iter().chain([answered]).copied().collect();
                requested.extend(startable(&asked, &seen, parallel).into_iter().map(|one| one.id.as_str()));
            }
            done.extend(&open[..size]);
        }
        prop_assert_eq!(done.len(), n);
    }
}
