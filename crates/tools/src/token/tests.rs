use super::*;

#[test]
fn absent_values_are_left_out_and_fractions_are_rounded() {
    let data =
        json!({"a": null, "b": "", "c": [], "d": 0.089_999_999_999_98, "e": 7, "f": {"g": null}, "h": false, "i": 0.0});
    assert_eq!(compact(data), json!({"d": 0.09, "e": 7, "h": false, "i": 0.0}));
}

#[test]
fn the_source_names_the_service_and_not_the_tool() {
    let statements = vec![Statement { text: "M is priced.".into(), date: "2026-10-14".into() }];
    let service = ServiceStatements { service: "Jupiter", call: ("get_token_metadata", "M".into()), statements };
    let (source, claims) = service.claims("M", "{}", Time::default());
    assert_eq!((source.publisher.as_str(), source.title.as_str()), ("Jupiter", "Jupiter on mint M"));
    assert_eq!(source.url, "tool:get_token_metadata/M");
    assert_eq!((claims[0].source.as_str(), claims[0].date.as_str()), (source.id.as_str(), "2026-10-14"));
}
