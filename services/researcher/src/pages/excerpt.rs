//! What the quarantined reader gets of a text, and the claims that code accepts from it: the quote of each must occur
//! in what was read. Pure.

use std::ops::Range;

use agent::Untrusted;
use agent::untrusted::statement;
use domain::Source;
use research::quotes;
use research::support::{self, Evidence};
use telemetry::metric;
use tools::notebook::{Claim, ClaimKind, MAX_STATEMENT_CHARS, claim_id};
use tools::session::ReadExtent;

use super::cells;
use super::claims::{ExtractedClaim, ExtractedClaims};

/// Maximum length of a quote in characters.
pub(super) const MAX_QUOTE_CHARS: usize = 600;

/// What the reader gets of a text.
pub(super) struct Excerpt {
    pub(super) text: Untrusted,
    /// Places of the chosen parts in the whole text, with the numbers of their pages.
    pub(super) pages: Vec<(Range<usize>, Option<u32>)>,
    pub(super) extent: ReadExtent,
    pub(super) max_claims: usize,
}

impl Excerpt {
    /// Returns the claims whose quote occurs in what was read and does not state otherwise, without duplicates of equal
    /// text and quote, and the number of refused ones. Refused quotes are counted, and logged without their words.
    pub(super) fn checked(
        &self,
        extracted: &ExtractedClaims,
        source: &Source,
        whole: &Untrusted,
    ) -> (Vec<Claim>, usize) {
        let (mut kept, mut refused): (Vec<Claim>, Vec<usize>) = (Vec::new(), Vec::new());
        for claim in extracted.claims.iter().take(self.max_claims) {
            let Some(quote) = self.verified_quote(claim).filter(|quote| !is_contradicted(&claim.text, quote, source))
            else {
                refused.push(claim.quote.chars().count());
                continue;
            };
            let quote = self.with_subject(quote);
            let text = statement(&claim.text, MAX_STATEMENT_CHARS);
            let id = claim_id(&source.id, &text, &quote);
            if !kept.iter().any(|known| known.id == id) {
                let page = self.page(&quote, whole);
                let (source, date) = (source.id.clone(), parse_date(&claim.date));
                kept.push(Claim { id, source, text, quote, date, page, kind: ClaimKind::Page });
            }
        }
        count_quotes(kept.len(), refused.len());
        if !refused.is_empty() {
            tracing::info!(
                source = source.id,
                verified = kept.len(),
                refused = refused.len(),
                chars = ?refused,
                "quotes are not in the page, or state something else than their claims"
            );
        }
        (kept, refused.len())
    }

    /// Returns the quote of a claim in the words of the text, if code finds it there: the sentence, or the cell of a
    /// table with its row and column.
    fn verified_quote(&self, claim: &ExtractedClaim) -> Option<String> {
        if claim.cell.is_named() {
            let mut quote = None;
            self.text.check(|text| {
                quote = claim.cell.quote(text);
                quote.is_some()
            });
            return quote.map(|quote| quote.chars().take(MAX_QUOTE_CHARS).collect());
        }
        let mut row = None;
        let occurs = self.text.check(|text| {
            row = cells::row_quote(&claim.quote, text);
            row.is_none() && quotes::occurs_in(&claim.quote, text)
        });
        if let Some(row) = row {
            return Some(row.chars().take(MAX_QUOTE_CHARS).collect());
        }
        occurs.then(|| quotes::even(&claim.quote).chars().take(MAX_QUOTE_CHARS).collect())
    }

    /// Returns the quote preceded by the sentence before it, if the quote does not name its subject and both fit.
    fn with_subject(&self, quote: String) -> String {
        let mut before = None;
        self.text.check(|text| {
            before = quotes::sentence_before(&quote, text);
            before.is_some()
        });
        let longer = before.map(|before| format!("{before} {quote}"));
        longer.filter(|longer| longer.chars().count() <= MAX_QUOTE_CHARS).unwrap_or(quote)
    }

    /// Returns the number of the document's page with the quote.
    fn page(&self, quote: &str, whole: &Untrusted) -> Option<u32> {
        let occurs = |(range, page): &&(Range<usize>, Option<u32>)| {
            page.is_some()
                && whole.check(|text| text.get(range.clone()).is_some_and(|part| quotes::occurs_in(quote, part)))
        };
        self.pages.iter().find(occurs).and_then(|(_, page)| *page)
    }
}

/// Returns true if the quote of a claim states otherwise.
pub(super) fn is_contradicted(claim: &str, quote: &str, source: &Source) -> bool {
    let evidence = Evidence {
        text: quote.to_owned(),
        title: source.title.clone(),
        publisher: source.publisher.clone(),
        published: source.published_at.map(|at| at.date_naive()),
    };
    support::assess(claim, &[evidence]).is_contradicted()
}

/// Counts quotes that were looked up.
pub(super) fn count_quotes(verified: usize, refused: usize) {
    for (outcome, quotes) in [("verified", verified), ("refused", refused)] {
        let labels = [("service", telemetry::service()), ("outcome", outcome)];
        metrics::counter!(metric::QUOTES, &labels).increment(quotes as u64);
    }
}

/// Returns a date as `YYYY-MM-DD`, or an empty text if it is invalid.
pub(super) fn parse_date(text: &str) -> String {
    extraction::dates::parse(text).map(|at| at.date_naive().to_string()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::pages::cells::ClaimedCell;

    fn claim(text: &str, quote: &str) -> ExtractedClaim {
        let cell = ClaimedCell::default();
        ExtractedClaim { text: text.into(), quote: quote.into(), date: String::new(), cell }
    }

    fn excerpt(text: &Untrusted) -> Excerpt {
        Excerpt { text: text.clone(), pages: Vec::new(), extent: ReadExtent::default(), max_claims: 8 }
    }

    fn checked(extracted: &ExtractedClaims, source: &Source, text: &Untrusted) -> Vec<Claim> {
        excerpt(text).checked(extracted, source, text).0
    }

    fn extracted(quotes: &[&str]) -> ExtractedClaims {
        let claim = |quote: &&str| claim("A claim.", quote);
        ExtractedClaims { claims: quotes.iter().map(claim).collect() }
    }

    fn source() -> Source {
        Source {
            id: "s1".into(),
            url: "https://example.org/a".into(),
            title: String::new(),
            publisher: String::new(),
            published_at: None,
            fetched_at: domain::Time::UNIX_EPOCH,
            tier: domain::Tier::Other,
            tier_reason: String::new(),
            content_hash: String::new(),
        }
    }

    #[test]
    fn claims_that_share_a_quote_are_kept_and_equal_ones_are_one() {
        let quote = "Output rose to 40,000 t and exports fell below 5 %";
        let page = Untrusted::new(format!("{quote} in the year 2026, the ministry said."));
        let texts = ["Output is 40,000 t.", "Exports are < 5 %.", "Output is 40,000 t."];
        let extracted = ExtractedClaims { claims: texts.map(|text| claim(text, quote)).into() };
        let claims = checked(&extracted, &source(), &page);
        let kept: Vec<&str> = claims.iter().map(|claim| claim.text.as_str()).collect();
        assert_eq!(kept, ["Output is 40,000 t.", "Exports are less than 5 %."]);
        assert_ne!(claims[0].id, claims[1].id);
        assert_eq!(checked(&extracted, &source(), &page), claims, "ids are stable");
    }

    #[test]
    fn a_cell_is_quoted_with_its_row_and_column_and_one_that_the_table_lacks_is_refused() {
        let page = Untrusted::new("Costs.\n\n|  | Leasing | Credit |\n| --- | --- | --- |\n| Rate | 293 € | 594 € |");
        let cell =
            |column: &str| serde_json::from_value(json!({"row": "Rate", "column": column, "value": "594 €"})).unwrap();
        let of = |column: &str| ExtractedClaim {
            cell: cell(column),
            ..claim("The rate of the credit is 594 €.", "594 €")
        };
        let claims = checked(&ExtractedClaims { claims: vec![of("Credit"), of("Leasing")] }, &source(), &page);
        let quotes: Vec<&str> = claims.iter().map(|claim| claim.quote.as_str()).collect();
        assert_eq!(quotes, ["Rate, Credit: 594 €"]);
    }

    #[test]
    fn the_row_of_a_table_is_a_quote_however_short() {
        let page = Untrusted::new("Staff.\n\n| Name | Post |\n| --- | --- |\n| Ada Lund | CEO |");
        let claims = vec![claim("Ada Lund is the CEO.", "Ada Lund | CEO"), claim("There is a CEO.", "CEO")];
        let claims = checked(&ExtractedClaims { claims }, &source(), &page);
        assert_eq!(claims.iter().map(|claim| claim.quote.as_str()).collect::<Vec<_>>(), ["Ada Lund, CEO"]);
    }

    #[test]
    fn a_claim_has_the_number_of_its_page() {
        let whole = Untrusted::new("The first page tells of the sea.\n\nThe second page tells of the dues.");
        let pages = vec![(0..32, Some(1)), (34..68, Some(2))];
        let read = Excerpt { pages, ..excerpt(&whole) };
        let (claims, _) = read.checked(&extracted(&["page tells of the dues"]), &source(), &whole);
        assert_eq!(claims[0].page, Some(2));
    }

    #[test]
    fn a_quote_that_does_not_name_its_subject_gets_the_sentence_before_it() {
        let before = "The Bank of Norrland met on 8 October.";
        let page = Untrusted::new(format!("{before} It left its policy rate unchanged at 3.25 per cent."));
        let claims = checked(&extracted(&["It left its policy rate unchanged at 3.25 per cent."]), &source(), &page);
        assert_eq!(claims[0].quote, format!("{before} It left its policy rate unchanged at 3.25 per cent."));
    }

    #[test]
    fn a_claim_that_its_own_quote_contradicts_is_dropped() {
        let quote = "The bank left its policy rate unchanged at 3.25 per cent";
        let page = Untrusted::new(format!("{quote} on Thursday."));
        let texts = ["The bank left its rate at 3.25 %.", "The bank raised its policy rate to 4.75 %."];
        let extracted = ExtractedClaims { claims: texts.map(|text| claim(text, quote)).into() };
        let claims = checked(&extracted, &source(), &page);
        let texts: Vec<&str> = claims.iter().map(|claim| claim.text.as_str()).collect();
        assert_eq!(texts, ["The bank left its rate at 3.25 %."]);
    }

    #[test]
    fn a_refused_quote_is_counted_and_an_honest_one_is_kept() {
        telemetry::metric::install();
        let refused = || {
            let lines = telemetry::metric::render();
            let is_line = |line: &&str| line.starts_with("auspex_quotes_total") && line.contains("refused");
            lines
                .lines()
                .find(is_line)
                .and_then(|line| line.rsplit(' ').next()?.parse::<u64>().ok())
                .unwrap_or_default()
        };
        let before = refused();
        let text = Untrusted::new("The **rate** fell by −0.3 % in [May](https://example.org/may), the bank said.");
        let quotes = extracted(&["The rate fell by -0.3 % in May", "The rate rose by -0.3 % in May"]);
        let claims = checked(&quotes, &source(), &text);
        assert_eq!(
            claims.iter().map(|claim| claim.quote.as_str()).collect::<Vec<_>>(),
            ["The rate fell by -0.3 % in May"]
        );
        assert!(refused() > before);
    }
}
