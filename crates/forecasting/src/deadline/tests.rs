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
        ("Will it open by May 1 if the vote passes by June 30?", "2026-05-01T23:59:59Z"),
        ("Will it open before Dec. 20?", "2026-12-20T00:00:00Z"),
        ("Will it open at its meeting on March 8-9, 2026?", "2026-03-09T23:59:59Z"),
        ("Will it open by Friday, March 6, 2026?", "2026-03-06T23:59:59Z"),
        ("Will it open by Friday?", "2026-02-20T23:59:59Z"),
        ("Will it open by January the 15th, 2027?", "2027-01-15T23:59:59Z"),
        ("Will it open by 15-Jan-2027?", "2027-01-15T23:59:59Z"),
        ("Will it open by 31/12/26?", "2026-12-31T23:59:59Z"),
        ("Will it open by Jan '27?", "2027-01-31T23:59:59Z"),
        ("Will it open on or before 5 May 2027?", "2027-05-05T23:59:59Z"),
        ("Will it open up to and including 5 May 2027?", "2027-05-05T23:59:59Z"),
        ("Will it hold as of January 1, 2030?", "2030-01-01T23:59:59Z"),
        ("Will it hold to the end of 2028?", "2028-12-31T23:59:59Z"),
        ("Will it hold until 2028?", "2028-01-01T00:00:00Z"),
        ("Will it hold until May 2026?", "2026-05-01T00:00:00Z"),
        ("Will it hold until the end of May 2026?", "2026-05-31T23:59:59Z"),
        ("Will it open before the start of June 2027?", "2027-06-01T00:00:00Z"),
        ("Will it open by the end of the decade?", "2029-12-31T23:59:59Z"),
        ("Will it open this decade?", "2029-12-31T23:59:59Z"),
        ("Will it open by end of year?", "2026-12-31T23:59:59Z"),
        ("Will it be open at year end?", "2026-12-31T23:59:59Z"),
        ("Will oil end the year above $70?", "2026-12-31T23:59:59Z"),
        ("Will the index close 2026 above 7000?", "2026-12-31T23:59:59Z"),
        ("Will it open by end-2027?", "2027-12-31T23:59:59Z"),
        ("Will it open by mid-2027?", "2027-06-30T23:59:59Z"),
        ("Will it open in the first quarter of next year?", "2027-03-31T23:59:59Z"),
        ("Will it open by the end of January next year?", "2027-01-31T23:59:59Z"),
        ("Will it open before New Year?", "2027-01-01T00:00:00Z"),
        ("Will it open within ninety days?", "2026-05-20T23:59:59Z"),
        ("Will it open within a year?", "2027-02-19T23:59:59Z"),
        ("Will it open in the next 24h?", "2026-02-20T10:30:00Z"),
        ("Will it be open 3 months from now?", "2026-05-19T23:59:59Z"),
        ("After a cut in December, will rates stay in March 2026?", "2026-03-31T23:59:59Z"),
        (
            "Will the pact of 3 March 2026 that takes effect on 1 May 2026 be kept by 1 July 2026?",
            "2026-07-01T23:59:59Z",
        ),
    ] {
        assert_eq!(read(text).as_deref(), Some(expected), "{text}");
    }
}

#[test]
fn questions_in_other_languages_name_their_deadline_or_none() {
    let rows = include_str!("questions.txt").lines().filter(|line| !line.starts_with('#'));
    let mut wrong = Vec::new();
    for row in rows {
        let cells: Vec<&str> = row.split(" | ").collect();
        let [_, expected, text] = cells.as_slice() else { panic!("{row}") };
        let found = read(text);
        if found.as_deref().unwrap_or("-") != *expected {
            wrong.push(format!("{row}: {found:?}"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
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
        ("Will it open by 8 PM EST March 5?", "2026-03-06T01:00:00Z"),
        ("Will it open by 9 a.m. New York time on March 5, 2026?", "2026-03-05T14:00:00Z"),
        ("Will it open by 2026-05-01T14:00:00+01:00?", "2026-05-01T13:00:00Z"),
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
        "Will the law that takes effect on 1 May 2026 be repealed?",
        "Will the pact signed on 1 May 2026 hold?",
        "Will the film to be released in May 2026 be a success?",
        "Will it open by early next year?",
        "Will it open in spring of next year?",
        "Will it open next Friday?",
        "Will it open in the next eighth round?",
        "Will it open over the next decade?",
        "Will it open in fiscal year 2027?",
        "Will it open within six months of the vote?",
        "Will it open on or after 5 May 2027?",
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
    assert_eq!(hour.at.to_rfc3339(), "2026-04-01T02:00:00+00:00", "the model knows the zone that is named");
}

#[test]
fn a_quote_in_another_language_is_checked_by_its_numbers_months_and_units() {
    for (text, quote, stated, expected) in [
        ("¿Se venderá en 2026?", "en 2026", "2026-12-31", "2026-12-31T23:59:59Z"),
        ("Öffnet sie bis Ende März?", "bis Ende März", "2026-03-31T23:59:59+01:00", "2026-03-31T23:59:59Z"),
        ("Ouvrira-t-il avant le 1er juin ?", "avant le 1er juin", "2026-06-01T00:00:00Z", "2026-06-01T00:00:00Z"),
        ("Ouvrira-t-il avant le 1er juin ?", "avant le 1er juin", "2026-05-31T23:59:59Z", "2026-06-01T00:00:00Z"),
        ("Öffnet sie vor 2028?", "vor 2028", "2028-01-01T00:00:00Z", "2028-01-01T00:00:00Z"),
        ("Öffnet sie vor April 2027?", "vor April 2027", "2027-04-01T00:00:00Z", "2027-04-01T00:00:00Z"),
        (
            "Öffnet sie am 3. Mai 2026, 18 Uhr?",
            "am 3. Mai 2026, 18 Uhr",
            "2026-05-03T18:00:00+02:00",
            "2026-05-03T16:00:00Z",
        ),
        ("橋は2027年6月末までに開通しますか？", "2027年6月末まで", "2027-06-30", "2027-06-30T23:59:59Z"),
        ("橋は年内に開通しますか？", "年内", "2026-12-31", "2026-12-31T23:59:59Z"),
        ("橋は90日以内に開通しますか？", "90日以内", "2026-05-20", "2026-05-20T23:59:59Z"),
        ("Öffnet sie innerhalb von zwei Wochen?", "innerhalb von zwei Wochen", "2026-03-05", "2026-03-05T23:59:59Z"),
        ("Öffnet sie innerhalb von zwei Wochen?", "innerhalb von zwei Wochen", "2026-03-06", "2026-03-05T23:59:59Z"),
        ("Öppnar den inom två veckor?", "inom två veckor", "2026-03-05", "2026-03-05T23:59:59Z"),
        ("Öffnet sie im 3. Quartal 2027?", "im 3. Quartal 2027", "2027-09-30", "2027-09-30T23:59:59Z"),
        ("Откроют ли мост до 1 июня 2027 года?", "до 1 июня 2027 года", "2027-06-01T00:00:00Z", "2027-06-01T00:00:00Z"),
        ("هل سيفتح الجسر قبل 1 يونيو 2027؟", "قبل 1 يونيو 2027", "2027-06-01T00:00:00Z", "2027-06-01T00:00:00Z"),
        ("Otevře se most do 15. června 2027?", "do 15. června 2027", "2027-06-15", "2027-06-15T23:59:59Z"),
    ] {
        let found = quoted(&[text], quote, stated, asked()).map(|found| found.at.format("%FT%TZ").to_string());
        assert_eq!(found.as_deref(), Some(expected), "{text} {stated}");
    }
    for (text, quote, stated) in [
        ("Wird die Brücke eröffnet?", "Wird die Brücke eröffnet", "2026-12-31T23:59:59Z"),
        ("Wird die A20 im Norden eröffnet?", "die A20 im Norden", "2026-12-20"),
        ("橋は開通しますか？", "橋は開通", "2026-12-31"),
        ("Öffnet sie am 31. März?", "am 31. März", "2026-04-30"),
        ("¿Ganará Brasil el Mundial 2030?", "el Mundial 2030", "2030-07-21"),
        ("Победит ли он на выборах 2028 года?", "на выборах 2028 года", "2028-11-07"),
        ("Will it open in 2027?", "in 2027", "2027-06-30"),
        ("Öppnar den inom två veckor?", "inom två veckor", "2026-03-06"),
    ] {
        assert_eq!(quoted(&[text], quote, stated, asked()), None, "{text} {stated}");
    }
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
    for (text, other, quote) in [
        ("Öffnet die Brücke bis Ende 2026?", "Öffnet die Brücke vor dem 1. Mai 2027?", "bis Ende 2026"),
        ("橋は2026年末までに開通しますか？", "橋は2027年5月31日までに開通しますか？", "2026年末までに"),
        ("Köprü 2026 sonuna kadar açılır mı?", "Köprü 1 Mayıs 2027'den önce açılır mı?", "2026 sonuna kadar"),
    ] {
        assert_eq!(named(text, asked()).unwrap().quote, quote);
        assert!(is_limit(text, asked()) && is_limit(other, asked()), "{text}");
        assert_eq!(without_deadlines(text, asked()), without_deadlines(other, asked()));
    }
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
    fn a_text_in_any_language_is_read_without_panic(
        words in prop::collection::vec(
            "(bis|vor|wird|ende|mitte|31\\.|mai|avant|la|mi-mai|année|2026|до|конца|года|mart'ta|bu|yıl|sonuna|kadar|önce|2026年|三|四半期|末|までに|90日|以内|到|年内|年底|前|까지|말)",
            0..12,
        ),
        gap in "( |)",
    ) {
        let text = words.join(&gap);
        named(&text, asked());
        without_deadlines(&text, asked());
        quoted(&[&text], words.first().map_or("", String::as_str), "2026-06-30", asked());
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
