//! Facts of the table in the repository, and the lookup of names.

use chrono::{DateTime, Utc};
use domain::MicroUsd;

use super::*;

fn at(text: &str) -> DateTime<Utc> {
    text.parse().unwrap()
}

fn find(model: &str) -> ModelProfile {
    Catalog::built_in().find(model, None)
}

fn now() -> DateTime<Utc> {
    at("2026-11-23T00:00:00Z")
}

#[test]
fn the_table_is_readable_and_complete() {
    let text = include_str!("../../models/models.json");
    let raw: serde_json::Value = serde_json::from_str(text).unwrap();
    let table = Catalog::parse(text).unwrap();
    let entries = |name: &str| raw[name].as_array().unwrap().len();
    assert_eq!((table.profiles().count(), table.providers().len()), (entries("models"), entries("providers")));
    for profile in table.profiles() {
        assert!(table.provider(profile.provider()).is_some(), "{}", profile.id());
        let found = table.find(profile.id(), Some(profile.provider()));
        assert_eq!(found.id(), profile.id());
    }
}

#[test]
fn prices_are_those_of_the_providers() {
    let price = find("MiniMax-M2").price(now()).unwrap();
    let figures = [price.input, price.output, price.cache_read, price.cache_write];
    assert_eq!(figures.map(|figure| figure.0), [300_000, 1_200_000, 30_000, 375_000]);
    let flash = find("deepseek-v4-flash").price(now()).unwrap();
    assert_eq!(
        (flash.cache_read.0, flash.cache_write.0),
        (2_800, 140_000),
        "writing to the cache costs the input price"
    );
    let nemo = find("open-mistral-nemo").price(now()).unwrap();
    assert_eq!(nemo.cache_read, nemo.input, "an unknown price of the cache is never zero");
    let tier = find("claude-sonnet-4-5").price(now()).unwrap().tier.unwrap();
    assert_eq!((tier.above, tier.output), (200_000, MicroUsd(22_500_000)));
    assert_eq!(find("glm-4.7").price(now()), None, "an unknown price is not zero");
}

#[test]
fn a_price_that_begins_within_a_day_counts_already() {
    let input = |time| find("claude-sonnet-5").price(at(time)).unwrap().input.0;
    assert_eq!(input("2026-08-30T23:00:00Z"), 2_000_000);
    assert_eq!(input("2026-08-31T00:00:00Z"), 3_000_000);
    assert_eq!(input("2026-09-02T00:00:00Z"), 3_000_000);
}

#[test]
fn names_of_resellers_and_dated_names_are_found() {
    for (name, id) in [
        ("anthropic/claude-opus-4.6", "claude-opus-4-6"),
        ("us.anthropic.claude-opus-4-6-v1:0", "claude-opus-4-6"),
        ("claude-haiku-4-5-20251001", "claude-haiku-4-5"),
        ("models/gemini-2.5-pro", "gemini-2.5-pro"),
        ("gpt-5.6-luna-2026-07-01", "gpt-5.6-luna"),
        ("openai/gpt-5.4-2026-03-05", "gpt-5.4"),
        ("minimax/minimax-m2.5", "MiniMax-M2.5"),
        ("MiniMax-M2.5-lightning", "MiniMax-M2.5-lightning"),
    ] {
        assert_eq!(find(name).id(), id, "{name}");
    }
    assert!(!find("llama-5-of-next-year").is_known());
    assert!(!find("").is_known());
}

#[test]
fn a_name_with_the_same_price_keeps_no_parameters() {
    let chat = find("gpt-5-chat-latest");
    assert!(chat.price(now()).is_some() && chat.price(now()) == find("gpt-5").price(now()));
    let request = Request::new("", "x").with_temperature(0.5);
    let settings = PlanSettings { style: ApiStyle::OpenAi, thinking: Thinking::Low, ..PlanSettings::default() };
    let plan = chat.plan(settings, &request, &Refused::new());
    assert!(plan.thinking.is_empty() && plan.temperature.is_none() && plan.max_completion_tokens);
}

#[test]
fn lightning_has_the_price_of_highspeed_and_is_marked_as_not_verified() {
    let lightning = find("MiniMax-M2.5-lightning");
    assert_eq!(lightning.price(now()), find("MiniMax-M2.5-highspeed").price(now()));
    assert!(lightning.note().unwrap().contains("not verified"));
}

#[test]
fn hosts_belong_to_providers() {
    let provider = |host| Catalog::built_in().provider_at(host).map(|provider| provider.id.as_str());
    assert_eq!(provider("api.anthropic.com"), Some("anthropic"));
    assert_eq!(provider("eu.api.openai.com"), Some("openai"));
    assert_eq!(provider("api.minimaxi.com"), Some("minimax"));
    assert_eq!(provider("api.z.ai"), Some("z-ai"));
    assert_eq!(provider("generativelanguage.googleapis.com"), Some("google"));
    for foreign in ["storage.googleapis.com", "127.0.0.1", "offline", "api.openai.com.evil.example", "notopenai.com"] {
        assert_eq!(provider(foreign), None, "{foreign}");
    }
}

#[test]
fn addresses_have_wire_formats() {
    let style = |id: &str, address: &str| Catalog::built_in().provider(id).unwrap().style_at(address);
    assert_eq!(style("deepseek", "https://api.deepseek.com/anthropic"), Some(ApiStyle::Anthropic));
    assert_eq!(style("deepseek", "https://api.deepseek.com/"), Some(ApiStyle::OpenAi));
    assert_eq!(style("openai", "https://eu.api.openai.com/v1"), None);
}

#[test]
fn own_entries_override_and_add() {
    let own = Catalog::parse(
        r#"{"models": [
            {"provider": "minimax", "id": "MiniMax-M2", "match": [{"equals": "MiniMax-M2"}], "prices": [{"input": 9, "output": 10}]},
            {"provider": "me", "id": "mine", "match": [{"starts_with": "mine-"}], "prices": [{"input": 0, "output": 0}]}]}"#,
    )
    .unwrap();
    let all = Catalog::built_in().overridden_by(&own);
    assert_eq!(all.find("MiniMax-M2", Some("minimax")).price(now()).unwrap().input, MicroUsd::dollars(9));
    assert_eq!(all.find("mine-7b", None).id(), "mine");
    let before = Catalog::built_in().profiles().count();
    assert_eq!(all.profiles().count(), before + 1, "one entry is replaced and one is added");
    assert!(matches!(Catalog::parse("5"), Err(ProfileError::Form(_))));
    let negative = r#"{"models": [{"provider": "a", "id": "b", "match": [], "prices": [{"input": -1, "output": 1}]}]}"#;
    assert_eq!(Catalog::parse(negative).unwrap_err(), ProfileError::Price("b".into()));
}

#[test]
fn a_cut_reply_gets_four_times_its_limit_and_room_for_thinking_up_to_the_largest_output() {
    let limit = |model: &str, tokens| {
        find(model).enlarged(&Request::new("", "x").with_max_tokens(tokens)).map(|request| request.max_tokens)
    };
    assert_eq!(limit("MiniMax-M2", 2_000), Some(2_000 + 16_384), "thinking may have taken the limit");
    assert_eq!(limit("MiniMax-M2", 8_000), Some(32_000));
    assert_eq!(limit("MiniMax-M2", 40_000), Some(65_536));
    assert_eq!(limit("MiniMax-M2", 65_536), None);
    assert_eq!(limit("glm-5.2", 100_000), Some(131_072));
}
