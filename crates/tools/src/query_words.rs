//! The words of a search query. Search providers are outside, and the model writes the query. Once text of others or of
//! memory is part of the conversation, a query consists of these words, each once, in lower case unless the task spells
//! it so:
//!
//! - words of the task, and words with the same stem;
//! - up to four numbers up to 100 and years that the task does not contain;
//! - common words of queries, a fixed list;
//! - up to four words of titles and claims of the web that this run has shown, letters only, unless memory or an
//!   external tool has shown them, too.
//!
//! Everything else is left out: words of memory and of private tools, identifiers, encoded text, addresses, invisible
//! characters. Pure.

use std::collections::BTreeSet;

use crate::TaskWords;
use crate::task_words::{spellings, words};

/// Maximum number of words of a query.
const MAX_WORDS: usize = 16;
/// Length in letters of words that are taken from the web.
const WEB_WORD: std::ops::RangeInclusive<usize> = 2..=24;
/// Length in bytes of identifiers: those of a mint have 32 to 44 characters, an LEI has 20.
const IDENTIFIER: std::ops::RangeInclusive<usize> = 18..=64;
/// Maximum number of words of a query that are neither the task's nor common.
const MAX_WEB_WORDS: usize = 4;
/// Maximum number of numbers of a query that the task does not contain.
const MAX_NUMBERS: usize = 4;
/// Length in bytes of the beginning that words of one stem share, at least.
const MIN_STEM: usize = 4;
/// Endings of words of one stem. Any other ending could carry text.
const ENDINGS: [&str; 12] = ["", "s", "es", "e", "d", "ed", "er", "ers", "ing", "ings", "ion", "ions"];

/// Words that queries need and tasks often lack. They name no one.
const COMMON: &str = "a about account address after against all allegation allegations an and announced announcement annual are arrest article \
    as at audit auditor bank bankruptcy before biography board breach business by case ceo chain change charges chief coin committee company \
    contract controversy court crash crypto current data date day deal decision delisting developer director documentation does down during \
    earnings election end event exchange exploit explained facts filing financial first forecast foundation founded founder founders for from fraud \
    funding government hack history holder holders how in incident index information interview investigation investor investors investment \
    investors is issue issuer journal judge key latest launch law lawsuit lawyer leadership legal lei license liquidation liquidity list listed \
    listing loss main management market meaning meeting member members merger minister month name network new news no not number of offer \
    office official officials on opinion or organisation organization origin owner ownership parent partner partnership party people platform \
    policy poll polls post president press price problem product profile profit project prosecutor public published questions ranking rate \
    reaction record register registration regulator regulatory release report reports research response results revenue review reviews risk \
    risks ruling rules rumor rumour safety sale sanctions scam scandal scheduled security sentence settlement shareholder shareholders shares site \
    source sources start statement states statistics status stock subsidiary summary supply support team the their timeline to token top \
    trading transaction trial true update updates us users value verdict volume vote voting vs was website what when where which \
    whitepaper who why wiki wikipedia will with world year years";

/// Words that a run has shown to the model, apart from those of the task.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct ShownWords {
    web: BTreeSet<String>,
    identifiers: BTreeSet<String>,
    private: BTreeSet<String>,
}

impl ShownWords {
    /// Adds a text of the web that the model has seen: a title or a claim.
    pub(crate) fn add_web(&mut self, text: &str) {
        let plain = |word: &String| word.chars().all(char::is_alphabetic) && WEB_WORD.contains(&word.chars().count());
        self.web.extend(words(text).filter(plain));
    }

    /// Adds the identifiers of a public answer: mint addresses, LEIs. Those that the model asked for are not public,
    /// because answers and errors repeat them.
    pub(crate) fn add_identifiers(&mut self, text: &str, asked: &str) {
        let asked = asked.to_lowercase();
        let is_one = |word: &&str| IDENTIFIER.contains(&word.len()) && !asked.contains(&word.to_lowercase());
        self.identifiers.extend(spellings(text).filter(is_one).map(str::to_owned));
    }

    /// Returns true if a public answer contained the identifier, in this spelling.
    pub(crate) fn knows_identifier(&self, identifier: &str) -> bool {
        self.identifiers.contains(identifier)
    }

    /// Adds a text of memory or of an external tool that the model has seen.
    pub(crate) fn add_private(&mut self, text: &str) {
        self.private.extend(words(text));
    }

    fn is_public(&self, word: &str) -> bool {
        self.web.contains(word) && !self.private.contains(word)
    }
}

/// Returns the query with the permitted words only; empty if there are none.
pub(crate) fn permitted(query: &str, task: &TaskWords, shown: &ShownWords) -> String {
    let (mut kept, mut seen, mut web, mut numbers) = (Vec::new(), BTreeSet::new(), 0, 0);
    for spelling in spellings(query) {
        let word = spelling.to_lowercase();
        let is_known = task.knows(&word) || is_common(&word) || task.any(|known| same_stem(known, &word));
        let is_web = !is_known && web < MAX_WEB_WORDS && shown.is_public(&word);
        let is_number = is_known && !task.contains(&word) && word.bytes().all(|byte| byte.is_ascii_digit());
        let is_permitted = (is_known || is_web) && (!is_number || numbers < MAX_NUMBERS);
        if kept.len() < MAX_WORDS && is_permitted && seen.insert(word.clone()) {
            numbers += usize::from(is_number);
            web += usize::from(is_web);
            kept.push(if task.spells(spelling) { spelling.to_owned() } else { word });
        }
    }
    kept.join(" ")
}

fn is_common(word: &str) -> bool {
    COMMON.split_whitespace().any(|common| common == word)
}

/// Returns true for words such as `list`, `listed` and `listings`.
fn same_stem(one: &str, other: &str) -> bool {
    let shared = one.bytes().zip(other.bytes()).take_while(|(a, b)| a == b).count();
    // An ending may begin with letters that both words have: `issue` and `issuer`, `trade` and `trader`.
    let ends = |word: &str, from: usize| word.get(from..).is_some_and(|ending| ENDINGS.contains(&ending));
    (MIN_STEM..=shared).any(|from| ends(one, from) && ends(other, from))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(query: &str) -> String {
        let task = TaskWords::from_texts([
            "Was the mint of dogwifhat listed?",
            "EKpQGSJtjMFqKZ9KQanSqYXRcF8fBopzLHYxdM65zcjm",
        ]);
        let mut shown = ShownWords::default();
        shown.add_web("Dogwifhat founder Jane Doerksen leaves, says Quarterly");
        shown.add_web("aGVsbG8gd29ybGQ1 x83758293 quarterly Monday abcdefghijklmnopqrstuvwxy");
        shown.add_web("Vitamin K, Qi and abcdefghijklmnopqrstuvwx 4711");
        shown.add_private("Our desk holds 40,000 WIF for Quarterly; contact Zweigstelle.");
        permitted(query, &task, &shown)
    }

    #[test]
    fn words_of_the_task_of_titles_and_of_the_list_are_kept() {
        assert_eq!(
            asked("dogwifhat LISTING founder \"Jane Doerksen\" 2024"),
            "dogwifhat listing founder jane doerksen 2024"
        );
        let mint = "EKpQGSJtjMFqKZ9KQanSqYXRcF8fBopzLHYxdM65zcjm";
        assert_eq!(asked(&format!("{mint} rug risks")), format!("{mint} risks"), "the spelling of the task matters");
    }

    #[test]
    fn words_of_memory_identifiers_and_encoded_text_are_left_out() {
        for (query, kept) in [
            ("dogwifhat zweigstelle", "dogwifhat"),
            ("dogwifhat 40 000 wif desk holds", "dogwifhat 40 0"),
            ("quarterly dogwifhat", "dogwifhat"),
            ("elletsgiewz aGVsbG8gd29ybGQ1 x83758293 83758293", ""),
            ("dogwifhat abcdefghijklmnopqrstuvwxy", "dogwifhat"),
            ("dogwifhat abcdefghijklmnopqrstuvwx qi", "dogwifhat abcdefghijklmnopqrstuvwx qi"),
            ("dogwifhat k", "dogwifhat"),
            ("dogwifhat 101 4711 1899 2101 100 1900 2100", "dogwifhat 100 1900 2100"),
            ("leaves says jane doerksen monday", "leaves says jane doerksen"),
            ("dOgWiFhAt dogwifhat \u{e0041}\u{e0042} \u{1f600}", "dogwifhat"),
            ("http://attacker.example/?q=zweigstelle", ""),
        ] {
            assert_eq!(asked(query).replace("000", "0"), kept, "{query}");
        }
        assert_eq!(asked(&COMMON.repeat(3)).split(' ').count(), MAX_WORDS);
        assert_eq!(asked("says leaves jane doerksen says leaves doerksen"), "says leaves jane doerksen");
        assert_eq!(asked("founder leaves says jane doerksen dogwifhat"), "founder leaves says jane doerksen dogwifhat");
    }

    #[test]
    fn an_identifier_that_the_model_has_written_itself_does_not_become_public() {
        let (own, found) = ("5493001KJTIIGC8Y1R12", "HWUPKR0MPOU8FGXBT394");
        let mut shown = ShownWords::default();
        shown.add_identifiers(&format!("{own} is not an LEI; {found} is one"), &format!(r#"{{"lei":"{own}"}}"#));
        assert_eq!([own, found, "LEI"].map(|word| shown.knows_identifier(word)), [false, true, false]);
    }

    #[test]
    fn an_identifier_has_18_to_64_characters() {
        let mut shown = ShownWords::default();
        let word = |length: usize| "Q".repeat(length);
        for length in [17, 18, 64, 65] {
            shown.add_identifiers(&word(length), "");
        }
        assert_eq!([17, 18, 64, 65].map(|length| shown.knows_identifier(&word(length))), [false, true, true, false]);
    }

    #[test]
    fn endings_and_not_other_words_share_a_stem() {
        assert!(same_stem("listed", "listings") && same_stem("market", "markets"));
        assert!(!same_stem("used", "using"), "a stem of two letters");
        assert!(!same_stem("ends", "ending") && same_stem("mints", "minting"), "stems of three and of four letters");
        assert!(
            !same_stem("list", "lisbon") && !same_stem("dogwifhat", "dogwifsecretword") && !same_stem("mint1", "mint2")
        );
    }
}
