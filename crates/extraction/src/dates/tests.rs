use super::*;

#[test]
fn the_usual_spellings_are_read_and_nonsense_is_not() {
    let wanted = "2026-11-22T00:00:00Z".parse::<Time>().ok();
    for text in [
        "2026-11-22",
        "November 22, 2026",
        "22 Nov 2026",
        "Sunday, 22nd November 2026",
        "2026-11-22T00:00:00+00:00",
        "2026-11-22 00:00:00",
        "22.11.2026",
        "22/11/2026",
        "11/22/2026",
        "22. November 2026",
        "22 de noviembre de 2026",
        "22 novembre 2026",
        "22 ноября 2026",
        "2026年11月22日",
        "2026/11/22",
        "Sun, 22 Nov 2026 00:00:00 GMT",
    ] {
        assert_eq!(parse(text), wanted, "{text}");
    }
    for text in ["", "yesterday", "2026-13-45", "99", "November", "1.2.3", "555-123-4567"] {
        assert_eq!(parse(text), None, "{text}");
    }
}

#[test]
fn dates_are_read_in_the_languages_of_the_web() {
    for text in [
        "2025년 3월 7일",
        "令和7年3月7日",
        "民國114年3月7日",
        "2025. március 7., péntek",
        "7 Μαρτίου 2025",
        "7 березня 2025",
        "7 март 2025 г.",
        "2025 m. kovo 7 d.",
        "2025. gada 7. marts",
        "7 tháng 3, 2025",
        "ngày 7 tháng 3 năm 2025",
        "7 มีนาคม 2568",
        "07/03/2568",
        "٧ مارس ٢٠٢٥",
        "7 آذار 2025",
        "7 במרץ 2025",
        "7 मार्च 2025",
        "৭ মার্চ ২০২৫",
        "7 มี.ค. 2568",
        "۱۷ اسفند ۱۴۰۳",
        "۱۴۰۳/۱۲/۱۷ - ۰۹:۱۵",
        "०७/०३/२०२५",
        "7 მარტი, 2025",
        "2025eko martxoaren 7a",
        "7. maaliskuuta 2025",
        "2025 March 7",
        "7 Mac 2025",
        "Marso 7, 2025",
        "7. marca 2025",
        "7 наурыз 2025 ж.",
        "7 மார்ச் 2025",
        "7 మార్చి 2025",
        "7 ಮಾರ್ಚ್ 2025",
        "7 માર્ચ ૨૦૨૫",
        "7 مارچ 2025",
        "۷ مارس ۲۰۲۵",
        "7 Մարտի 2025",
        "7 មីនា 2025",
        "7 ມີນາ 2025",
        "7 မတ် 2025",
        "114年3月7日",
        "7-Mar-25",
        "March 7 '25",
        "07/Mar/25 10:15",
        "March 7-9, 2025",
    ] {
        assert_eq!(within(text, DateStyle::UNKNOWN).as_deref(), Some("2025-03-07"), "{text}");
    }
    for (text, expected) in [
        ("3. marraskuuta 2025", "2025-11-03"),
        ("3. lipnja 2025.", "2025-06-03"),
        ("3. srpnja 2025.", "2025-07-03"),
        ("3. srpna 2025", "2025-08-03"),
        ("3 lipca 2025", "2025-07-03"),
        ("3 listopada 2025", "2025-11-03"),
        ("3. júla 2025", "2025-07-03"),
        ("1er août 2025", "2025-08-01"),
        ("3 मे 2025", "2025-05-03"),
        ("3 மே 2025", "2025-05-03"),
        ("maandag 3 november 2025", "2025-11-03"),
    ] {
        assert_eq!(within(text, DateStyle::UNKNOWN).as_deref(), Some(expected), "{text}");
    }
    let croatian = DateStyle::of_page(&["hr-hr".to_owned()], "");
    assert_eq!(within("3. listopada 2025.", croatian).as_deref(), Some("2025-10-03"));
    for text in [
        "in 2025 the 7 ports",
        "2025년",
        "17 2025",
        "tháng 3 2025",
        "2568",
        "2025 में 7 लोग",
        "10.12.115.4",
        "12年3月7日",
    ] {
        assert_eq!(within(text, DateStyle::UNKNOWN), None, "{text}");
    }
}

#[test]
fn the_order_of_the_page_decides_where_two_readings_are_valid() {
    use Order::{DayFirst, MonthFirst, Unknown, YearFirst};
    for (text, order, expected) in [
        ("03/07/2025", MonthFirst, "2025-03-07"),
        ("03-07-2025", MonthFirst, "2025-03-07"),
        ("3.7.25", MonthFirst, "2025-03-07"),
        ("03/07/2025", DayFirst, "2025-07-03"),
        ("03/07/2025", Unknown, "2025-07-03"),
        ("25/12/2025", MonthFirst, "2025-12-25"),
        ("12/25/2025", DayFirst, "2025-12-25"),
        ("12-25-2025", Unknown, "2025-12-25"),
        ("03/07/2025 9:15 AM", Unknown, "2025-03-07"),
        ("03/07/2025 at 9:15 p.m.", Unknown, "2025-03-07"),
        ("03/07/2025 9:15 AM", DayFirst, "2025-07-03"),
        ("03/07/2025 | Amsterdam", Unknown, "2025-07-03"),
        ("03/07/2025, by Pam Quayle, 12 pages", Unknown, "2025-07-03"),
        ("03/07/2025, 3 amendments", Unknown, "2025-07-03"),
        ("25/03/07", YearFirst, "2025-03-07"),
        ("114/03/07", YearFirst, "2025-03-07"),
        ("03/07/2025", YearFirst, "2025-07-03"),
        ("31/12/98", DayFirst, "1998-12-31"),
        ("2025/03/07", MonthFirst, "2025-03-07"),
    ] {
        let style = DateStyle { order, ..DateStyle::UNKNOWN };
        assert_eq!(within(text, style).as_deref(), Some(expected), "{text} {order:?}");
    }
}

#[test]
fn moments_keep_their_offset_and_dates_are_found_in_text_and_address() {
    let instant = normal("2026-11-22T23:30:00-05:00", DateStyle::UNKNOWN);
    assert_eq!(instant.as_deref(), Some("2026-11-22T23:30:00-05:00"));
    assert_eq!(within("By Ada | Updated: 3. März 2021, 10:15", DateStyle::UNKNOWN).as_deref(), Some("2021-03-03"));
    assert_eq!(in_address("https://x.org/2021/03/04/title.html").as_deref(), Some("2021-03-04"));
    assert_eq!(in_address("https://x.org/a-2021-3-4"), Some("2021-03-04".to_owned()));
    assert_eq!(in_address("https://x.org/12/title"), None);
    assert_eq!(in_address("https://x.org/news/20210304/t20210304_1.html").as_deref(), Some("2021-03-04"));
    assert_eq!(in_address("https://x.org/a/t20210304_17.html").as_deref(), Some("2021-03-04"));
    assert_eq!(in_address("https://x.org/id/20219999"), None);
    assert_eq!(in_address("https://x.org/20210304-report"), None, "an id may begin like a day");
    let seconds = normal("1616839200", DateStyle::UNKNOWN);
    assert_eq!(seconds.as_deref(), Some("2021-03-27T10:00:00+00:00"));
    assert_eq!(normal("1616839200000", DateStyle::UNKNOWN), seconds);
    assert_eq!(normal("20210327", DateStyle::UNKNOWN).as_deref(), Some("2021-03-27"));
}
