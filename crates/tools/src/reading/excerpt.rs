//! What the quarantined reader gets of a text, and the claims that code accepts from it: the quote of each must occur
//! in what was read. Pure.

use std::collections::BTreeSet;
use std::ops::Range;

use agent::Untrusted;
use agent::untrusted::statement;
use domain::Source;
use llm::Request;
use research::quotes;
use research::support::{self, Evidence};
use retrieval::reading::{self, Wanted};
use serde_json::{Value, json};

use super::{CLAIMS, ExtractedClaim, ExtractedClaims, PageQuestion, cells, max_tokens, without_empty};
use crate::notebook::{Claim, ClaimKind, MAX_STATEMENT_CHARS, claim_id};
use crate::session::{ReadExtent, ReadRequest};

/// Maximum length of a quote in characters.
pub const MAX_QUOTE_CHARS: usize = 600;
/// Number of characters of a text per claim.
const CHARS_PER_CLAIM: usize = 400;
/// Characters of English per token.
const CHARS_PER_TOKEN: usize = 4;
/// Share of the letters of a text, in hundredths, that the quotes of a reading must hold for it to be the whole text.
const WHOLE_TEXT: usize = 70;

/// What the reader gets of a text.
pub struct Excerpt {
    text: Untrusted,
    /// Places of the chosen parts in the whole text, with the numbers of their pages.
    pages: Vec<(Range<usize>, Option<u32>)>,
    /// How much of the text it is.
    pub extent: ReadExtent,
    max_claims: usize,
}

/// The claims of a reading that code accepts.
#[derive(Debug, Default, PartialEq)]
pub struct CheckedClaims {
    /// Claims with verified quotes.
    pub claims: Vec<Claim>,
    /// Lengths of the quotes of the refused ones, in characters.
    pub refused: Vec<usize>,
    /// True if the quotes hold most of the whole text, so that another reading would find little more.
    pub is_exhaustive: bool,
}

impl Excerpt {
    /// Chooses what the reader gets: the parts that concern what is asked, within a budget of tokens.
    pub fn choose(text: &Untrusted, wanted: &ReadRequest, asked: &str) -> Self {
        let tokens = wanted.max_chars / CHARS_PER_TOKEN;
        let choice = Wanted { question: asked, tokens, offset: wanted.offset };
        let (text, chosen) = text.part(|text| {
            let mut chosen = reading::select(text, &wanted.page_ends, choice);
            (std::mem::take(&mut chosen.text), chosen)
        });
        let page = |range: &Range<usize>| {
            let before = wanted.page_ends.partition_point(|end| *end <= range.start);
            (before < wanted.page_ends.len()).then(|| u32::try_from(before + 1).unwrap_or(u32::MAX))
        };
        Self {
            text,
            pages: chosen.parts.iter().map(|part| (part.range.clone(), page(&part.range))).collect(),
            extent: ReadExtent { length: chosen.length, has_more: chosen.has_more, next_offset: chosen.next_offset },
            max_claims: (chosen.chars / CHARS_PER_CLAIM).clamp(*CLAIMS.start(), *CLAIMS.end()),
        }
    }

    /// Returns the request without tools that reads the excerpt; `render` makes it of the input of the prompts.
    ///
    /// # Errors
    /// The error of `render`.
    pub fn request<E>(
        &self,
        asked: &PageQuestion,
        source: &Source,
        render: impl FnOnce(Value) -> Result<Request, E>,
    ) -> Result<Request, E> {
        let PageQuestion { question, context, today, calls_itself, market_question } = asked;
        self.text.request(|text| {
            let input = json!({
                "question": question, "context": context, "today": today,
                "calls_itself": calls_itself, "market_question": market_question,
                "title": source.title, "publisher": source.publisher, "published": source.published_at,
                "max_claims": self.max_claims, "text": text,
            });
            Ok(render(without_empty(input))?.with_max_tokens(max_tokens(self.max_claims)))
        })
    }

    /// Returns the claims whose quote occurs in what was read and does not state otherwise, without duplicates of equal
    /// text and quote.
    pub fn checked(&self, extracted: &ExtractedClaims, source: &Source, whole: &Untrusted) -> CheckedClaims {
        let (mut kept, mut refused): (Vec<Claim>, Vec<usize>) = (Vec::new(), Vec::new());
        for claim in extracted.claims.iter().take(self.max_claims) {
            let agrees = |quote: &String| !is_contradicted(&claim.text, quote, source);
            let Some(quote) = self.verified_quote(claim).and_then(|quote| match agrees(&quote) {
                true => Some(quote),
                // A claim may join the cell with others of its row.
                false => self.row(claim).filter(agrees),
            }) else {
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
        let is_exhaustive = refused.is_empty() && !self.extent.has_more && self.is_covered(&kept);
        CheckedClaims { claims: kept, refused, is_exhaustive }
    }

    /// Returns true if the quotes hold most letters of the excerpt.
    fn is_covered(&self, claims: &[Claim]) -> bool {
        let letters = |text: &str| text.chars().filter(|c| c.is_alphanumeric()).count();
        let quotes: BTreeSet<&str> = claims.iter().map(|claim| claim.quote.as_str()).collect();
        // A quote inside another one adds nothing.
        let is_own = |quote: &&&str| !quotes.iter().any(|other| other != *quote && other.contains(**quote));
        let quoted: usize = quotes.iter().filter(is_own).map(|quote| letters(quote)).sum();
        self.text.check(|text| quoted * 100 >= letters(text) * WHOLE_TEXT)
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

    /// Returns the row of the table's cell that a claim rests on.
    fn row(&self, claim: &ExtractedClaim) -> Option<String> {
        let mut row = None;
        self.text.check(|text| {
            row = claim.cell.row(text);
            row.is_some()
        });
        row.map(|row| row.chars().take(MAX_QUOTE_CHARS).collect())
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
pub fn is_contradicted(claim: &str, quote: &str, source: &Source) -> bool {
    let evidence = Evidence {
        text: quote.to_owned(),
        title: source.title.clone(),
        publisher: source.publisher.clone(),
        published: source.published_at.map(|at| at.date_naive()),
    };
    support::assess(claim, &[evidence]).is_contradicted()
}

/// Returns a date as `YYYY-MM-DD`, or an empty text if it is invalid.
pub fn parse_date(text: &str) -> String {
    extraction::dates::parse(text).map(|at| at.date_naive().to_string()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::reading::ClaimedCell;

    fn claim(text: &str, quote: &str) -> ExtractedClaim {
        let cell = ClaimedCell::default();
        ExtractedClaim { text: text.into(), quote: quote.into(), date: String::new(), cell }
    }

    fn excerpt(text: &Untrusted) -> Excerpt {
        Excerpt { text: text.clone(), pages: Vec::new(), extent: ReadExtent::default(), max_claims: 8 }
    }

    fn checked(extracted: &ExtractedClaims, source: &Source, text: &Untrusted) -> Vec<Claim> {
        excerpt(text).checked(extracted, source, text).claims
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
    fn a_claim_that_joins_cells_of_one_row_is_quoted_with_the_row() {
        let page = Untrusted::new(
            "| Milestone | Planned | State |\n| --- | --- | --- |\n| Licence | 28 February 2027 | filed on 3 November 2026 |",
        );
        let of = |text: &str| ExtractedClaim {
            cell: serde_json::from_value(
                json!({"row": "Licence", "column": "State", "value": "filed on 3 November 2026"}),
            )
            .unwrap(),
            ..claim(text, "| Licence | 28 February 2027 | filed on 3 November 2026 |")
        };
        let quotes = |text: &str| {
            let claims = checked(&ExtractedClaims { claims: vec![of(text)] }, &source(), &page);
            claims.into_iter().map(|claim| claim.quote).collect::<Vec<_>>()
        };
        assert_eq!(quotes("The licence was filed on 3 November 2026."), ["Licence, State: filed on 3 November 2026"]);
        assert_eq!(
            quotes("The licence was filed on 3 November 2026 and is planned for 28 February 2027."),
            ["Licence, Planned: 28 February 2027, State: filed on 3 November 2026"]
        );
        assert!(quotes("The licence was filed on 3 November 2026 and is planned for 31 March 2027.").is_empty());
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
        let claims = read.checked(&extracted(&["page tells of the dues"]), &source(), &whole).claims;
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
    fn a_refused_quote_is_reported_and_an_honest_one_is_kept() {
        let text = Untrusted::new("The **rate** fell by −0.3 % in [May](https://example.org/may), the bank said.");
        let quotes = extracted(&["The rate fell by -0.3 % in May", "The rate rose by -0.3 % in May"]);
        let checked = excerpt(&text).checked(&quotes, &source(), &text);
        let kept: Vec<&str> = checked.claims.iter().map(|claim| claim.quote.as_str()).collect();
        assert_eq!((kept, checked.refused), (vec!["The rate fell by -0.3 % in May"], vec![30]));
        assert!(!checked.is_exhaustive);
    }

    #[test]
    fn a_reading_is_exhaustive_if_its_quotes_hold_most_of_the_whole_text() {
        let text = Untrusted::new("The plant opened in May. It employs 40 people. Read also: sport.");
        let is_exhaustive =
            |quotes: &[&str], excerpt: Excerpt| excerpt.checked(&extracted(quotes), &source(), &text).is_exhaustive;
        let both = ["The plant opened in May.", "It employs 40 people."];
        assert!(is_exhaustive(&both, excerpt(&text)));
        assert!(!is_exhaustive(&both[..1], excerpt(&text)));
        let extent = ReadExtent { has_more: true, ..ReadExtent::default() };
        assert!(!is_exhaustive(&both, Excerpt { extent, ..excerpt(&text) }));
    }
}
