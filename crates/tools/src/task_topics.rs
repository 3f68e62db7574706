//! What a task is about, as far as it decides which tools a loop offers. Pure.

/// What a task is about. A tool that serves none of it is not offered: descriptions are a large part of what a model
/// reads in each call.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct TaskTopics {
    /// A token, or trading on a chain.
    pub token: bool,
    /// A company or another legal entity.
    pub legal_entity: bool,
    /// An entity of memory, or a name that could belong to one.
    pub entity: bool,
    /// An entity whose id the task states.
    pub known_entity: bool,
    /// Something that the answer may add to the catalogue of entities.
    pub new_entity: bool,
    /// Prices of prediction markets, unless the run has looked them up itself.
    pub market: bool,
}

/// Words of questions about tokens, in lower case.
const TOKEN_WORDS: &str = "airdrop altcoin coin coins crypto cryptocurrencies cryptocurrency defi dex ethereum holders launchpad liquidity \
    memecoin memecoins mint pump rug rugpull solana spl staking stablecoin stablecoins token tokenomics tokens wallet wallets";
/// Words of questions about legal entities, in lower case.
const LEGAL_WORDS: &str = "ag beneficial bv company companies corp corporation gleif gmbh holding inc incorporated jurisdiction kg lei limited llc \
    llp ltd nv parent plc registered registry sa sarl se shareholder shareholders spa subsidiaries subsidiary ubo";
/// Words of questions about prediction markets, in lower case.
const MARKET_WORDS: &str = "bookmaker bookmakers kalshi manifold metaculus odds polymarket predictit";
/// Words of questions about a price, in lower case. Beside one of them a word in capitals is a symbol.
const PRICE_WORDS: &str = "above at ath below close closes dollar dollars exceed high hit low market price reach trade trades trading usd value worth";
/// Words in capitals of questions about prices that do not name a token.
/// Outcomes of markets are among them: a trade is one "of YES for $500".
const ACRONYMS: &str = "AI BOE BOJ BTC CEO CFO CPI DAX DJIA ECB EPS ETF ETFS ETH EU EUR FED FOMC FTSE GBP GDP IMF IPO JPY LEI NASDAQ NATO NYSE OPEC PCE SEC \
    UK UN US USA USD UTC VIX WTI YES";
/// Length of the symbol of a token.
const SYMBOL: std::ops::RangeInclusive<usize> = 3..=10;
/// Length of a mint address in base58.
const MINT: std::ops::RangeInclusive<usize> = 32..=44;

impl TaskTopics {
    /// Every topic: the task names its tools itself.
    pub const ALL: Self =
        Self { token: true, legal_entity: true, entity: true, known_entity: true, new_entity: true, market: true };

    /// Returns the topics that the words of a text name.
    #[must_use]
    pub fn of_text(text: &str) -> Self {
        let is_one = |list: &str, word: &str| list.split_whitespace().any(|one| one == word);
        let words = || text.split(|c: char| !c.is_alphanumeric() && c != '$').filter(|word| !word.is_empty());
        let has_price = words().any(|word| is_one(PRICE_WORDS, &word.to_lowercase()) || is_amount(word));
        let is_symbol = |word: &str| is_capital(word) && !is_one(ACRONYMS, word);
        let is_token = |word: &str| {
            is_cashtag(word)
                || is_mint(word)
                || is_one(TOKEN_WORDS, &word.to_lowercase())
                || has_price && is_symbol(word)
        };
        Self {
            token: words().any(is_token),
            legal_entity: words().any(|word| is_one(LEGAL_WORDS, &word.to_lowercase())),
            market: words().any(|word| is_one(MARKET_WORDS, &word.to_lowercase())),
            ..Self::default()
        }
    }

    /// Returns true if the task has the id of an entity from the start, or is itself about finding one. Other loops get
    /// the tools that need an id with the first entity that they resolve.
    pub(crate) fn has_entity_ids(self) -> bool {
        self.known_entity || self.new_entity
    }

    /// Returns the topics of either.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        Self {
            token: self.token || other.token,
            legal_entity: self.legal_entity || other.legal_entity,
            entity: self.entity || other.entity,
            known_entity: self.known_entity || other.known_entity,
            new_entity: self.new_entity || other.new_entity,
            market: self.market || other.market,
        }
    }
}

/// Returns true for `$WIF`, and false for an amount of dollars.
fn is_cashtag(word: &str) -> bool {
    word.strip_prefix('$').is_some_and(|rest| rest.len() >= 2 && rest.bytes().all(|byte| byte.is_ascii_alphabetic()))
}

fn is_amount(word: &str) -> bool {
    word.strip_prefix('$').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
}

/// Returns true for a word in capitals that could be a symbol.
fn is_capital(word: &str) -> bool {
    let is_letter = |byte: u8| byte.is_ascii_uppercase() || byte.is_ascii_digit();
    // A time such as 20T09:11:00Z has parts of capitals and digits, too.
    SYMBOL.contains(&word.len()) && word.bytes().all(is_letter) && word.starts_with(|c: char| c.is_ascii_uppercase())
}

fn is_mint(word: &str) -> bool {
    let is_base58 = |byte: u8| byte.is_ascii_alphanumeric() && !b"0OIl".contains(&byte);
    MINT.contains(&word.len()) && word.bytes().all(is_base58) && word.bytes().any(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_name_the_topics() {
        let token = |text| TaskTopics::of_text(text).token;
        for text in [
            "Will $WIF trade above 3 dollars?",
            "Is this token verified?",
            "EKpQGSJtjMFqKZ9KQanSqYXRcF8fBopzLHYxdM65zcjm",
            "Who holds most of the liquidity?",
            "Will LNTRN be above 0.05 on Friday?",
            "Will WIF hit $3?",
        ] {
            assert!(token(text), "{text}");
        }
        for text in [
            "Will the Bank of Norrland cut its policy rate by $25?",
            "Is a $5 fee due?",
            "internationalization of trade",
            "Will US CPI be above 3 %?",
            "Will NASA launch?",
            "On 2026-11-20T10:12:00Z the trader sold shares of YES for $6,100.50.",
        ] {
            assert!(!token(text), "{text}");
        }
        assert!(TaskTopics::of_text("Who owns Tidewater Batteries GmbH?").legal_entity);
        assert!(!TaskTopics::of_text("How much snow fell in Oslo?").legal_entity);
        assert!(TaskTopics::of_text("What are the odds on Polymarket?").market);
        assert!(!TaskTopics::of_text("Will the market price of copper fall?").market);
    }

    #[test]
    fn topics_are_joined() {
        let one = TaskTopics { token: true, ..TaskTopics::default() };
        let other = TaskTopics { entity: true, ..TaskTopics::default() };
        assert_eq!(one.or(other), TaskTopics { token: true, entity: true, ..TaskTopics::default() });
        assert_eq!(TaskTopics::ALL.or(one), TaskTopics::ALL);
    }
}
