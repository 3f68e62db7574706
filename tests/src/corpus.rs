//! A generated corpus; every name in it is fictitious.

use std::path::Path;

use serde_json::json;

/// Page that answers the questions about the ministry.
pub const PAGE: &str = "https://zebras.example/report";
/// Number of tokens in the corpus.
pub const TOKENS: usize = 400;

/// A fictitious token.
#[derive(Debug, Clone)]
pub struct Token {
    /// Mint address: 44 characters of base58.
    pub mint: String,
    /// Ticker symbol of the token.
    pub symbol: String,
    /// Name of the token.
    pub name: String,
}

/// Returns the `n`-th token.
pub fn token(n: usize) -> Token {
    // Base58 has no 0, O, I and l, so the digits 1 to 9 are always valid.
    let digits: String = format!("{n:08}").chars().map(|digit| if digit == '0' { 'Z' } else { digit }).collect();
    Token { mint: format!("{digits}{}", "z".repeat(36)), symbol: format!("ZEB{n}"), name: format!("Zebra Coin {n}") }
}

/// Writes the corpus to a folder, in the layout that services/offline/README.md describes.
pub fn write(folder: &Path) -> anyhow::Result<()> {
    let put = |path: &str, text: String| -> anyhow::Result<()> {
        let path = folder.join(path);
        std::fs::create_dir_all(path.parent().unwrap_or(folder))?;
        Ok(std::fs::write(path, text)?)
    };
    let mut tokens = String::new();
    for n in 0..TOKENS {
        let Token { mint, symbol, name } = token(n);
        let row = json!({"mint": mint, "symbol": symbol, "name": name, "decimals": 6, "tags": ["zebra"], "website": PAGE, "verified": n % 2 == 0});
        tokens.push_str(&format!("{row}\n"));
        put(&format!("rugcheck/{mint}.json"), json!({"score": 1, "score_normalised": 1, "risks": []}).to_string())?;
    }
    put("tokens.ndjson", tokens)?;
    put(
        "web/zebras.example/report.html",
        "<!doctype html><html><head><title>Report of the Ministry of Zebras</title></head><body><article><h1>Report of the Ministry of Zebras</h1>\
         <p>The Ministry of Zebras has published a report in every quarter since 2019.</p>\
         <p>The ministry said in October 2026 that the next report is on its way. It will hire people in 2027.</p>\
         <p>Zebra Coin is not issued by the ministry, which has warned against it twice.</p></article></body></html>"
            .to_owned(),
    )?;
    put("web/news.example/zebras.html", "<!doctype html><title>Zebra news</title><body><p>A court found that the Ministry of Zebras was late with two reports.</p>".to_owned())
}

#[cfg(test)]
mod tests {
    #[test]
    fn mints_look_like_mints_and_differ() {
        let mints: std::collections::BTreeSet<String> = (0..super::TOKENS).map(|n| super::token(n).mint).collect();
        assert_eq!(mints.len(), super::TOKENS);
        let base58 = |c: char| c.is_ascii_alphanumeric() && !"0OIl".contains(c);
        assert!(mints.iter().all(|mint| mint.len() == 44 && mint.chars().all(base58)));
    }
}
