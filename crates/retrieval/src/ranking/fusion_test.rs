//! Fusion of words and vectors over a few texts.

use proptest::prelude::*;

use super::*;
use crate::ranking::{Collection, Passage};

const TEXTS: [&str; 4] = [
    "The zebra sleeps at noon.",
    "Fresh bread costs two coins.",
    "The lighthouse was lit in 1904.",
    "The lighthouse was lit in 1904!",
];

fn collection() -> Collection {
    let mut collection = Collection::default();
    for text in TEXTS {
        collection.add(Passage::new("", text, []));
    }
    collection
}

fn neighbors(cosines: &[(usize, f64)]) -> Vec<Neighbor> {
    cosines.iter().map(|(place, cosine)| Neighbor { place: *place, cosine: *cosine }).collect()
}

fn e5() -> Calibration {
    Calibration::of_model("multilingual-e5-small")
}

fn places(ranking: &Ranking) -> Vec<usize> {
    ranking.shown().map(|hit| hit.place).collect()
}

#[test]
fn a_passage_without_a_word_of_the_query_is_found_by_its_vector() {
    let found = collection().search_near("Streifenpferd", &neighbors(&[(0, 0.93), (1, 0.72), (2, 0.71)]), e5());
    assert_eq!(places(&found), [0], "{found:?}");
    assert!(found.is_fused && (0.1..0.5).contains(&found.confidence), "near, and no word confirms it: {found:?}");
    assert_eq!(places(&collection().search("Streifenpferd")), Vec::<usize>::new());
}

#[test]
fn words_and_vector_together_are_surer_than_either() {
    let asked = "When was the lighthouse lit?";
    let words = collection().search(asked);
    let both = collection().search_near(asked, &neighbors(&[(2, 0.93), (0, 0.75), (1, 0.74)]), e5());
    let against = collection().search_near(asked, &neighbors(&[(0, 0.78), (2, 0.77), (1, 0.76)]), e5());
    assert_eq!(places(&both)[0], 2);
    assert!(both.confidence >= words.confidence - 0.01, "{} {}", both.confidence, words.confidence);
    assert!(against.confidence < both.confidence, "{} {}", against.confidence, both.confidence);
}

#[test]
fn a_passage_whose_vector_is_not_there_yet_keeps_its_confidence_by_words() {
    let asked = "When was the lighthouse lit?";
    let words = collection().search(asked);
    let fused = collection().search_near(asked, &neighbors(&[(0, 0.75)]), e5());
    let of = |ranking: &Ranking, place: usize| ranking.hits.iter().find(|hit| hit.place == place).unwrap().confidence;
    assert!((of(&words, 2) - of(&fused, 2)).abs() < 1e-12);
}

#[test]
fn a_text_is_shown_once_even_if_a_vector_found_its_copy() {
    let found = collection().search_near("Leuchtturm", &neighbors(&[(2, 0.93), (3, 0.93), (0, 0.7)]), e5());
    assert_eq!(places(&found), [2]);
}

#[test]
fn neighbours_of_an_unknown_model_are_shown_and_answer_nothing() {
    let unknown = Calibration::of_model("text-embedding-3-small");
    let found = collection().search_near("Streifenpferd", &neighbors(&[(0, 0.4), (1, 0.3)]), unknown);
    assert_eq!(places(&found), [0, 1]);
    assert!((found.confidence - 0.1).abs() < 1e-12 && found.hits.iter().all(|hit| hit.confidence < 0.5));
}

#[test]
fn what_answers_alone_precedes_what_is_only_nearer() {
    let mint = "7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU";
    let mut collection = Collection::default();
    let own = format!("Zebra Coin has the mint {mint}.");
    for text in [TEXTS[0], TEXTS[1], TEXTS[2], own.as_str()] {
        collection.add(Passage::new("", text, []));
    }
    let mut found = collection.search_near(mint, &neighbors(&[(0, 0.83), (1, 0.82), (2, 0.81), (3, 0.72)]), e5());
    assert_eq!(found.hits.last().map(|hit| hit.place), Some(3), "the vector is the farthest");
    found.hits.last_mut().unwrap().confidence = 0.69;
    assert_eq!(places(&found)[0], 3);
}

#[test]
fn a_text_about_another_identifier_answers_nothing() {
    let [asked, other] = ["529900T8BM49AURSDO55", "5493001KJTIIGC8Y1R12"];
    let answers = |question: &str, identifier: &str| {
        let text = format!("The organisation {identifier} has 12 holders.");
        Query::new(question).may_be_answered_by(&Passage::new("", &text, []))
    };
    let question = format!("How many holders does {asked} have?");
    assert!(answers(&question, asked) && answers(&question, &format!("{other}, formerly {asked},")));
    assert!(!answers(&question, other));
    assert!(answers("How many holders does the organisation have?", other), "a question without an identifier");
}

#[test]
fn without_neighbours_the_ranking_by_words_remains() {
    let asked = "When was the lighthouse lit?";
    let (words, fused) = (collection().search(asked), collection().search_near(asked, &[], e5()));
    assert_eq!(places(&words), places(&fused));
    assert!((words.confidence - fused.confidence).abs() < 1e-12);
    assert!(Collection::default().search_near("", &[], e5()).hits.is_empty());
}

proptest! {
    #[test]
    fn a_nearer_passage_is_no_less_probable(near in -1.0..1.0_f64, more in 0.0..0.5_f64, words in 0.0..=1.0_f64) {
        let nearness = |cosine| Nearness { cosine, margin: 0.0, closeness: 1.0, rank: 0 };
        let (one, other) = (e5().probability(words, Some(&nearness(near))), e5().probability(words, Some(&nearness(near + more))));
        prop_assert!((0.0..=1.0).contains(&one) && one <= other, "{one} {other}");
        let surer = e5().probability((words + more).min(1.0), Some(&nearness(near)));
        prop_assert!(one <= surer + 1e-12, "{one} {surer}");
    }

    #[test]
    fn any_cosines_give_probabilities(cosines in prop::collection::vec((0_usize..4, -1.0..=1.0_f64), 0..4), asked in "[a-z ]{0,30}") {
        let mut cosines = cosines;
        cosines.sort_by_key(|(place, _)| *place);
        cosines.dedup_by_key(|(place, _)| *place);
        let found = collection().search_near(&asked, &neighbors(&cosines), e5());
        prop_assert!((0.0..=1.0).contains(&found.confidence));
        prop_assert!(found.hits.iter().all(|hit| (0.0..=1.0).contains(&hit.confidence)));
        prop_assert!(found.hits.iter().all(|hit| !found.is_fused || hit.confidence <= found.confidence + 1e-12));
        prop_assert!(found.hits.windows(2).all(|pair| pair[0].score >= pair[1].score));
    }
}
