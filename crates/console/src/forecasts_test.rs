//! Tests of the page of scores.

use domain::RunId;

use super::*;

fn item(p: f64, outcome: f64, past_close: bool) -> ScoredItem {
    ScoredItem {
        run: RunId(uuid::Uuid::nil()),
        tenant: "acme".into(),
        source: "polymarket".into(),
        topic: "<b>".into(),
        model: "m".into(),
        prompt_version: "1".into(),
        question: "=HYPERLINK(\"x\")<i>".into(),
        probability: p,
        view: None,
        reviewed: None,
        crowd: Some(0.5),
        outcome,
        asked_at: Time::UNIX_EPOCH,
        resolved_at: Time::UNIX_EPOCH,
        past_close,
    }
}

fn rendered(scored: &[ScoredItem], with_early: bool) -> String {
    forecasts(&ForecastsView { scored, with_early, by: By::Topic, now: Time::UNIX_EPOCH }).content.into_string()
}

#[test]
fn questions_that_were_resolved_early_are_counted_and_left_out() {
    let mut scored: Vec<ScoredItem> = (0..25).map(|n| item(0.2, f64::from(u8::from(n % 5 == 0)), true)).collect();
    scored.extend((0..3).map(|_| item(0.9, 1.0, false)));
    let page = rendered(&scored, false);
    assert!(page.contains("over 25 resolved questions") && page.contains("3 questions were resolved before"), "{page}");
    let page = rendered(&scored, true);
    assert!(page.contains("over 28 resolved questions") && page.contains("Leave them out"), "{page}");
    assert!(!page.contains("<b>") && !page.contains("<i>"));
}

#[test]
fn too_few_outcomes_are_not_plotted() {
    let page = rendered(&[item(0.2, 0.0, true)], false);
    assert!(page.contains("needs 20 outcomes; there are 1") && !page.contains("class=\"calibration\""), "{page}");
    assert!(page.contains("0.0400"), "{page}");
    assert!(rendered(&[], false).contains("auspex resolve"));
}

#[test]
fn the_parts_of_the_score_and_the_forecasts_of_yes_and_no_are_shown() {
    let scored: Vec<ScoredItem> = (0..25).map(|n| item(0.2, f64::from(u8::from(n % 5 == 0)), true)).collect();
    let page = rendered(&scored, false);
    // Forecasts of 20 % of which a fifth comes to YES: reliable, without resolution, and as uncertain as the questions.
    for part in [
        "Reliability</dt><dd>0.0000",
        "Resolution</dt><dd>0.0000",
        "Uncertainty</dt><dd>0.1600",
        "20–30 %: 5 came to YES",
    ] {
        assert!(page.contains(part), "{part}: {page}");
    }
    assert!(page.contains("<svg class=\"forest\"") && page.contains("−0.0900 ("), "{page}");
    let few = rendered(&scored[..4], false);
    assert!(
        !few.contains("class=\"forest\"") && !few.contains("Reliability") && few.contains("from 5 questions"),
        "{few}"
    );
}

#[test]
fn a_cell_of_the_csv_is_no_formula() {
    let text = csv(&[item(0.25, 1.0, true)]);
    assert!(text.contains("\"'=HYPERLINK(\"\"x\"\")<i>\"") && text.contains(",0.25,0.5,1,"), "{text}");
}
