//! Merges the results of several providers by rank. Pure.

use std::collections::BTreeMap;

use super::Hit;

/// Constant of reciprocal rank fusion (Cormack, Clarke and Buettcher 2009).
const RANK_OFFSET: f64 = 60.0;

/// Merges lists of results, best first. A page that several providers found counts once, with the longest excerpt and a
/// date if any has one, and ranks higher.
pub(super) fn merge(lists: &[Vec<Hit>], limit: usize) -> Vec<Hit> {
    let mut merged: BTreeMap<String, (f64, usize, Hit)> = BTreeMap::new();
    let mut order = 0;
    // By rank first, so that equal scores keep the order of the providers.
    let longest = lists.iter().map(Vec::len).max().unwrap_or_default();
    for rank in 0..longest {
        for hit in lists.iter().filter_map(|list| list.get(rank)) {
            let score = 1.0 / (RANK_OFFSET + rank as f64 + 1.0);
            let entry = merged.entry(address_key(&hit.url)).or_insert_with(|| (0.0, order, hit.clone()));
            entry.0 += score;
            order += 1;
            join(&mut entry.2, hit);
        }
    }
    let mut ranked: Vec<_> = merged.into_values().collect();
    ranked.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    ranked.into_iter().map(|(_, _, hit)| hit).take(limit).collect()
}

fn join(known: &mut Hit, other: &Hit) {
    if other.snippet.len() > known.snippet.len() {
        known.snippet.clone_from(&other.snippet);
    }
    if known.published.is_empty() {
        known.published.clone_from(&other.published);
    }
    if known.title.is_empty() {
        known.title.clone_from(&other.title);
    }
}

/// Returns the form of an address by which results are compared: without scheme, `www.`, fragment, a last slash and
/// parameters of campaigns.
fn address_key(url: &str) -> String {
    let Ok(parsed) = url::Url::parse(url) else { return url.to_owned() };
    let host = parsed.host_str().unwrap_or_default().trim_start_matches("www.").to_ascii_lowercase();
    let is_campaign = |name: &str| name.starts_with("utm_") || ["gclid", "fbclid", "ref"].contains(&name);
    let pairs: Vec<String> = parsed
        .query_pairs()
        .filter(|(name, _)| !is_campaign(name))
        .map(|(name, value)| format!("{name}={value}"))
        .collect();
    format!("{host}{}?{}", parsed.path().trim_end_matches('/'), pairs.join("&"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hit(url: &str, snippet: &str) -> Hit {
        Hit { url: url.to_owned(), snippet: snippet.to_owned(), ..Hit::default() }
    }

    #[test]
    fn a_page_that_two_providers_found_is_first_and_counts_once() {
        let one = vec![hit("https://a.example/", "a"), hit("https://www.b.example/x/?utm_source=s", "short")];
        let other = vec![hit("http://b.example/x", "a longer excerpt"), hit("https://c.example/", "c")];
        let merged = merge(&[one, other], 5);
        let urls: Vec<&str> = merged.iter().map(|hit| hit.url.as_str()).collect();
        assert_eq!(urls, ["http://b.example/x", "https://a.example/", "https://c.example/"]);
        assert_eq!(merged[0].snippet, "a longer excerpt");
    }

    #[test]
    fn addresses_that_differ_in_what_they_show_stay_apart() {
        let list = vec![hit("https://a.example/?id=1", ""), hit("https://a.example/?id=2", "")];
        assert_eq!(merge(std::slice::from_ref(&list), 5).len(), 2);
        assert_eq!(merge(&[list], 1).len(), 1, "the limit holds");
        assert!(merge(&[], 5).is_empty());
    }
}
