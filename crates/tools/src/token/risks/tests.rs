use super::*;

fn texts(report: &RugCheckFacts) -> Vec<String> {
    let now = "2026-10-14T16:30:00Z".parse().unwrap();
    statements_of("M", &plain_report(report), now).into_iter().map(|statement| statement.text).collect()
}

#[test]
fn scores_have_their_scales_and_concentration_says_what_is_left_out() {
    let report = RugCheckFacts {
        score: Some(24_600.0),
        score_normalised: Some(91.0),
        top10_share: Some(0.772_114),
        dev_share: Some(0.052),
        insider_share: Some(0.4129),
        lp_locked_share: Some(0.0),
        price_usd: Some(0.5),
        locked_until: Some("2026-12-24T12:00:00Z".parse().unwrap()),
        transfer_fee_pct: Some(3.0),
        risks: Some(vec![Risk { name: "Low Liquidity".into(), level: "nonsense".into(), description: "x".into() }]),
        ..RugCheckFacts::default()
    };
    assert_eq!(
        texts(&report),
        [
            "RugCheck gives M a risk score of 91 on a scale from 0 to 100; higher is riskier.",
            "The sum of the scores of all risks that RugCheck names of M is 24600, which has no upper limit.",
            "RugCheck names a risk of M: Low Liquidity (other).",
            "RugCheck prices M at 0.5 US dollars and does not state the time of the price.",
            "The creator holds 5.2 per cent of the supply of M by RugCheck.",
            "The ten largest holders of M hold 77.21 per cent, without pools, bonding curves and lockers, by RugCheck.",
            "Among the largest holders of M, RugCheck marks insiders with 41.29 per cent of the supply.",
            "0 per cent of the liquidity of M in pools is locked by RugCheck.",
            "The first lock of tokens of M ends on 24 December 2026, 12:00 UTC.",
            "Each transfer of M costs a fee of 3 per cent by RugCheck.",
        ]
    );
}

#[test]
fn what_the_report_does_not_tell_is_not_stated() {
    assert!(texts(&RugCheckFacts::default()).is_empty());
    let none = RugCheckFacts { risks: Some(Vec::new()), rugged: Some(false), ..RugCheckFacts::default() };
    assert_eq!(texts(&none), ["RugCheck names no risk of M."]);
}
