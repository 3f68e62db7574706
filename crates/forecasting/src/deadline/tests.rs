//! Deadlines that questions name, and dates that are none.

use proptest::prelude::*;

use super::*;

fn asked() -> Time {
    "2026-02-19T10:30:00Z".parse().unwrap()
}

fn read(text: &str) -> Option<String> {
    named(text, asked()).map(|found| found.at.format("%Y-%m-%dT%H:%M:%SZ").to_string())
}

#[test]
fn the_words_of_a_question_name_its_deadline() {
    for (text, expected) in [
        ("Will it open before April 1, 2026?", "2026-04-01T00:00:00Z"),
        ("Before May 2026, will it open?", "2026-05-01T00:00:00Z"),
        ("Will it open before 2027?", "2027-01-01T00:00:00Z"),
        ("Will it open by 2030?", "2030-01-01T00:00:00Z"),
        ("Will it open by March 31?", "2026-03-31T23:59:59Z"),
        ("Will it open on 31st March?", "2026-03-31T23:59:59Z"),
        ("Open by end of march 31?", "2026-03-31T23:59:59Z"),
        ("Will it open by the end of June?", "2026-06-30T23:59:59Z"),
        ("Falls before end of March 2026", "2026-03-31T23:59:59Z"),
        ("Will it be open at the end of March 2026?", "2026-03-31T23:59:59Z"),
        ("Will it open by 2026-03-19?", "2026-03-19T23:59:59Z"),
        ("Will it open by 30.06.2026?", "2026-06-30T23:59:59Z"),
        ("Will it open in 2026?", "2026-12-31T23:59:59Z"),
        ("Will it gain more than it loses in any month of 2026?", "2026-12-31T23:59:59Z"),
        ("Will it open during March or April 2026?", "2026-04-30T23:59:59Z"),
        ("Will it open between 1 March 2026 and 31 March 2026, inclusive?", "2026-03-31T23:59:59Z"),
        ("Will it open by Q2 2026?", "2026-06-30T23:59:59Z"),
        ("Will it open in the second half of 2026?", "2026-12-31T23:59:59Z"),
        ("Will it open by mid-May 2026?", "2026-05-15T23:59:59Z"),
        ("Will it open before Christmas 2026?", "2026-12-25T00:00:00Z"),
        ("Will it open within the next 60 days?", "2026-04-20T23:59:59Z"),
        ("Will it open within 2 months?", "2026-04-19T23:59:59Z"),
        ("Will it open in the next 48 hours?", "2026-02-21T10:30:00Z"),
        ("Will it open this year?", "2026-12-31T23:59:59Z"),
        ("Will it open by the end of the month?", "2026-02-28T23:59:59Z"),
        ("Confirmed by EOY?", "2026-12-31T23:59:59Z"),
        ("If it rains by March 1, will it open by June 30?", "2026-06-30T23:59:59Z"),
    ] {
        assert_eq!(read(text).as_deref(), Some(expected), "{text}");
    }
}

#[test]
fn the_hour_and_its_zone_are_kept() {
    for (text, expected) in [
        ("Will it open by 5 pm ET on March 31, 2026?", "2026-03-31T21:00:00Z"),
        ("Will it open by 5pm on January 31, 2027 EST?", "2027-01-31T22:00:00Z"),
        ("Will it open before 12:00 UTC on 1 April 2026?", "2026-04-01T12:00:00Z"),
        ("Will it open by March 15, 2026, 11:59 p.m. Pacific Time?", "2026-03-16T06:59:00Z"),
        ("Will it open by 30 June 2026 at 18:30 CEST?", "2026-06-30T16:30:00Z"),
        ("Will it open by noon UTC+05:30 on 1 May 2026?", "2026-05-01T06:30:00Z"),
    ] {
        assert_eq!(read(text).as_deref(), Some(expected), "{text}");
    }
}

#[test]
fn a_date_that_is_no_deadline_names_none() {
    for text in [
        "Will it open?",
        "Will they win the most seats in the 2026 elections?",
        "Will rates fall after the April 2026 meeting?",
        "Will rates fall by April 2026 meeting?",
        "Will they win the 2025–26 season?",
        "Israel wins Eurovision 2026?",
        "Will there be more jobs for February 2026 than before?",
        "Will Germany follow within 2 years of Ireland?",
        "Will it last at least 18 months?",
        "Did it open in 2025?",
        "May it open?",
        "Will the march begin?",
        "Will it open by February 10?",
        "If it rains by March 1, will it open?",
        "Will it be worth $100M one day after launch?",
        "Will it happen on the 12th anniversary of the war?",
    ] {
        assert_eq!(read(text), None, "{text}");
    }
}

#[test]
fn a_quote_of_a_model_is_checked() {
    let text = "Wird die Brücke bis zum 30. Juni 2026 eröffnet? By June 30 we mean the end of the day in Berlin.";
    let of = |quote: &str, stated: &str| {
        quoted(&["Another text", text], quote, stated, asked()).map(|found| found.at.to_rfc3339())
    };
    let june = Some("2026-06-30T23:59:59+00:00".to_owned());
    assert_eq!(of("bis zum 30. Juni 2026", "2026-06-30"), june, "another language");
    assert_eq!(of("BY  June 30", "2026-06-30T23:59:00+02:00"), june, "the words of the text decide");
    assert_eq!(of("By June 30", ""), june);
    for (quote, stated, why) in [
        ("by July 30", "2026-07-30", "the text does not say so"),
        ("By June 30", "2027-06-30", "it states another year"),
        ("bis zum 30. Juni 2026", "2026-06-29", "the day is not quoted"),
        ("bis zum 30. Juni 2026", "2026-07-30", "another month"),
        ("Wird die Brücke", "2026-06-30", "the quote names no day"),
        ("", "2026-06-30", "no quote"),
        ("bis zum 30. Juni 2026", "", "nothing is stated, and the words are not read"),
        ("bis zum 30. Juni 2026", "30 June", "no date"),
    ] {
        assert_eq!(of(quote, stated), None, "{why}");
    }
    let past = quoted(&["Offen bis 1. Mai 2025?"], "bis 1. Mai 2025", "2025-05-01", asked());
    assert_eq!(past, None, "it had passed");
}

#[test]
fn a_quote_without_its_introduction_is_read_with_it() {
    let text = "Will it open before April 1, 2026?";
    let found = quoted(&[text], "April 1, 2026", "2026-03-31T23:59:59Z", asked()).unwrap();
    assert_eq!(found.at.to_rfc3339(), "2026-04-01T00:00:00+00:00");
    let english = "Will it open by 15:00 Samoa time on March 31, 2026?";
    let hour =
        quoted(&[english], "by 15:00 Samoa time on March 31, 2026", "2026-03-31T15:00:00-11:00", asked()).unwrap();
    assert_eq!(hour.at.to_rfc3339(), "2026-03-31T15:00:00+00:00", "an unknown zone is none");
    let spanish = quoted(&["¿Se venderá en 2026?"], "en 2026", "2026-12-31", asked()).unwrap();
    assert_eq!(spanish.at.to_rfc3339(), "2026-12-31T23:59:59+00:00");
}

#[test]
fn the_quote_is_the_part_of_the_text_and_the_rest_is_the_event() {
    let text = "Will the Lake Bridge open before August 1, 2026?";
    assert_eq!(named(text, asked()).unwrap().quote, "before August 1, 2026");
    let rest = "will the lake bridge open";
    assert_eq!(without_deadlines(text, asked()), rest);
    assert_eq!(without_deadlines("Will the Lake Bridge open by the end of June?", asked()), rest);
    assert!(is_limit(text, asked()) && !is_limit("Will it be open on May 1?", asked()));
    let hour = "Will the Lake Bridge open by 5 pm ET on March 31, 2026?";
    assert_eq!(named(hour, asked()).unwrap().quote, "by 5 pm ET on March 31, 2026");
    assert!(is_limit(hour, asked()));
    assert_eq!(without_deadlines(hour, asked()), rest);
}

proptest! {
    #[test]
    fn any_text_is_read_without_panic(
        text in ".{0,80}",
        words in prop::collection::vec("(by|before|may|31|march|2026|end|of|the|next|days|9999-12-31|5|pm|et|in|q2|within|1000|years|[^ ]{1,3})", 0..12),
    ) {
        named(&text, asked());
        let text = words.join(" ");
        named(&text, asked());
        without_deadlines(&text, asked());
        quoted(&[&text], &text, "2026-06-30", asked());
    }

    #[test]
    fn a_named_deadline_is_in_the_future_and_its_quote_in_the_text(
        words in prop::collection::vec("(by|before|March|31|April|2026|2025|end|of|in|on|or|June)", 1..10),
    ) {
        let text = words.join(" ");
        if let Some(found) = named(&text, asked()) {
            prop_assert!(found.at > asked() && text.contains(&found.quote), "{:?}", found);
            // A model that quotes it and states nothing gets the same or a later one.
            prop_assert!(quoted(&[&text], &found.quote, "", asked()).is_some());
        }
    }
}
