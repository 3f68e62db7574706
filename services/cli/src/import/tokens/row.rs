//! One token of a list, in our format, the Solana token list's or Jupiter's. Pure.

use std::collections::BTreeMap;

use domain::entity::Alias;
use domain::entity::identifier::is_mint;
use serde::Deserialize;
use serde_json::Value;
use store::memory::Listed;

/// Maximum characters of a symbol or name; longer text would only fill the indexes.
const MAX_NAME_CHARS: usize = 500;

#[derive(Debug, Deserialize)]
struct Row {
    #[serde(alias = "address", alias = "id")]
    mint: String,
    symbol: Option<String>,
    name: Option<String>,
    #[serde(alias = "isVerified")]
    verified: Option<bool>,
    banned: Option<Ban>,
    #[serde(default)]
    aliases: Vec<(Option<String>, Option<String>)>,
    website: Option<String>,
    #[serde(alias = "coingeckoId")]
    coingecko: Option<String>,
    decimals: Option<u32>,
    #[serde(default)]
    tags: Vec<String>,
    extensions: Option<Extensions>,
}

/// Reason of a ban, or a mark without a reason.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum Ban {
    Reason(String),
    Mark(bool),
}

/// Extensions of the Solana token list.
#[derive(Debug, Default, Deserialize)]
struct Extensions {
    website: Option<String>,
    #[serde(rename = "coingeckoId")]
    coingecko: Option<String>,
}

/// A token, or the name of the invalid field and the problem.
type Read = Result<Listed, (String, String)>;

/// Parses the tokens of one record: an object, a list of objects, or an object with such a list under `tokens`.
pub(super) fn tokens(record: &str) -> Vec<Read> {
    match serde_json::from_str::<Value>(record) {
        Err(error) => vec![Err((String::new(), format!("is not JSON ({error})")))],
        Ok(Value::Array(rows)) => placed("", rows),
        Ok(Value::Object(mut object)) => match object.remove("tokens") {
            Some(Value::Array(rows)) => placed("tokens", rows),
            _ => vec![token(record)],
        },
        Ok(_) => vec![Err((String::new(), "is not an object".to_owned()))],
    }
}

fn placed(list: &str, rows: Vec<Value>) -> Vec<Read> {
    let place = |(index, row): (usize, Value)| {
        token(&row.to_string())
            .map_err(|(field, problem)| (format!("{list}[{index}].{field}").trim_end_matches('.').to_owned(), problem))
    };
    rows.into_iter().enumerate().map(place).collect()
}

fn token(text: &str) -> Read {
    let row: Row = serde_json::from_str(text).map_err(|error| (String::new(), error.to_string()))?;
    let mint = row.mint.trim().to_owned();
    if !is_mint(&mint) {
        return Err(("mint".to_owned(), format!("{mint:?} is not a mint (32 bytes in base58)")));
    }
    let (symbol, name) = (text_of("symbol", row.symbol)?, text_of("name", row.name)?);
    let extensions = row.extensions.unwrap_or_default();
    let metadata = [
        ("website", row.website.or(extensions.website)),
        ("coingecko", row.coingecko.or(extensions.coingecko)),
        ("decimals", row.decimals.map(|decimals| decimals.to_string())),
        ("tags", Some(row.tags.join(", "))),
    ];
    let given = |(key, value): (&str, Option<String>)| {
        value.filter(|value| !value.trim().is_empty()).map(|value| (key.to_owned(), value))
    };
    let alias = |(symbol, name): (Option<String>, Option<String>)| Alias {
        symbol: symbol.unwrap_or_default(),
        name: name.unwrap_or_default(),
    };
    Ok(Listed {
        mint,
        symbol,
        name,
        verified: row.verified,
        banned: row.banned.and_then(reason),
        aliases: row.aliases.into_iter().map(alias).collect(),
        metadata: metadata.into_iter().filter_map(given).collect::<BTreeMap<_, _>>(),
    })
}

fn text_of(field: &str, value: Option<String>) -> Result<Option<String>, (String, String)> {
    match value.map(|value| value.trim().to_owned()).filter(|value| !value.is_empty()) {
        Some(value) if value.chars().count() > MAX_NAME_CHARS => {
            Err((field.to_owned(), format!("is longer than {MAX_NAME_CHARS} characters")))
        }
        value => Ok(value),
    }
}

fn reason(ban: Ban) -> Option<String> {
    match ban {
        Ban::Reason(reason) => Some(reason),
        Ban::Mark(true) => Some("banned".to_owned()),
        Ban::Mark(false) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MINT: &str = "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v";

    #[test]
    fn all_list_formats_are_parsed() {
        let ours = format!(
            r#"{{"mint":"{MINT}","symbol":"A","name":null,"verified":false,"banned":"fake","aliases":[["B","Bee"]],"tags":["x","y"]}}"#
        );
        let [Ok(listed)] = &tokens(&ours)[..] else { panic!("{:?}", tokens(&ours)) };
        assert_eq!(
            (listed.symbol.as_deref(), listed.name.as_deref(), listed.banned.as_deref()),
            (Some("A"), None, Some("fake"))
        );
        assert_eq!(
            (listed.verified, listed.aliases[0].name.as_str(), listed.metadata["tags"].as_str()),
            (Some(false), "Bee", "x, y")
        );
        let solana = format!(
            r#"{{"name":"list","tokens":[{{"address":"{MINT}","symbol":"A","extensions":{{"website":"https://a.example"}}}}]}}"#
        );
        assert_eq!(tokens(&solana)[0].as_ref().unwrap().metadata["website"], "https://a.example");
        let jupiter = format!(r#"[{{"id":"{MINT}","isVerified":true}}]"#);
        assert_eq!(tokens(&jupiter)[0].as_ref().unwrap().verified, Some(true));
    }

    #[test]
    fn an_invalid_field_is_named() {
        assert_eq!(tokens(r#"[{"id":"x"}]"#)[0].as_ref().unwrap_err().0, "[0].mint");
        assert!(tokens("{").first().unwrap().as_ref().unwrap_err().1.contains("not JSON"));
        let long = format!(r#"{{"mint":"{MINT}","name":"{}"}}"#, "n".repeat(501));
        assert_eq!(tokens(&long)[0].as_ref().unwrap_err().0, "name");
    }
}
