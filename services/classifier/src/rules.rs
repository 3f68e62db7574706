//! Deterministic rules about transactions, and the selection of tokens that can be researched.
//!
//! Order: an always-interesting wallet takes precedence. Then a failed transaction, an ignored program, a value below
//! the minimum, and a transaction without a researchable token are not interesting; the last only below the whale
//! threshold, because a million dollars in a stablecoin deserve attention even without anything to research. Everything
//! else stays open.

use std::collections::HashSet;

use domain::event::Transaction;
use domain::{MicroUsd, QuietRule};

/// Well-known mints that are never researched: wrapped SOL and the large stablecoins.
pub const IGNORED_MINTS: [&str; 7] = [
    "So11111111111111111111111111111111111111112",
    "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v",
    "Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB",
    "2b1kV6DkPAnxd5ixfnxCpjxmKwqjjaYmCZfHsFu24GXo",
    "USDSwr9ApdHk5bvJKMjzff41FfuX8bSxdKcR81vTwcA",
    "EjmyN6qEC1Tf1JxiG1ae7UTJhUxSwk1TCWNWqxWV4J6o",
    "HzwqbKZw8HxMN6bF2yFZNrht3c2iXXzpKcFu7uBEDKtr",
];

/// Symbols that are ignored if the leg has no mint. With a mint the symbol decides nothing: an imitation that calls
/// itself USDC can be researched.
pub const IGNORED_SYMBOLS: [&str; 9] = ["SOL", "WSOL", "USDC", "USDT", "PYUSD", "USDS", "DAI", "FDUSD", "EURC"];

/// The configured rules.
#[derive(Debug, Clone, Default)]
pub struct Rules {
    /// Transactions with a known value below this are not interesting.
    pub min_usd: MicroUsd,
    /// Without an answer of the model, transactions of at least this known value are interesting.
    pub alone_usd: MicroUsd,
    /// Transactions of at least this known value stay open even without a researchable token.
    pub whale_usd: MicroUsd,
    /// Mints that are never researched, in addition to [`IGNORED_MINTS`].
    pub ignored_mints: HashSet<String>,
    /// Programs whose transactions are never interesting.
    pub ignored_programs: HashSet<String>,
    /// Wallets whose transactions are always interesting.
    pub wallets: HashSet<String>,
}

/// Result of the rules for a transaction.
#[derive(Debug, Clone, PartialEq)]
pub enum Ruling {
    /// The rules decided.
    Decided(Opinion),
    /// The model has to decide.
    Open,
}

/// An opinion about a transaction.
#[derive(Debug, Clone, PartialEq)]
pub struct Opinion {
    /// `true` if the transaction deserves attention.
    pub interesting: bool,
    /// Relevance score, 0 to 1.
    pub score: f64,
    /// Reason in one sentence.
    pub reason: String,
}

/// A token of a transaction that can be researched.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Identifier {
    /// The mint, or the symbol if there is no mint.
    pub name: String,
    /// The symbol that accompanied the mint, may be empty.
    pub symbol: String,
}

impl Rules {
    /// Applies the rules in their order.
    pub fn rule(&self, tx: &Transaction) -> Ruling {
        if let Some(wallet) = self.watched(tx) {
            return decided(true, 1.0, format!("wallet {wallet} is always interesting"));
        }
        match self.dismissal(tx) {
            Some(rule) => decided(false, 0.0, self.reason(rule, tx)),
            None => Ruling::Open,
        }
    }

    /// Returns the rule by which a transaction deserves no attention; `None` if it is watched or the rules leave it
    /// open.
    pub fn dismiss(&self, tx: &Transaction) -> Option<QuietRule> {
        if self.is_watched(tx) { None } else { self.dismissal(tx) }
    }

    /// Returns `true` if one of the transaction's wallets is always interesting.
    pub fn is_watched(&self, tx: &Transaction) -> bool {
        self.watched(tx).is_some()
    }

    fn dismissal(&self, tx: &Transaction) -> Option<QuietRule> {
        if tx.failed {
            return Some(QuietRule::Failed);
        }
        if self.ignored_programs.contains(&tx.program) {
            return Some(QuietRule::IgnoredProgram);
        }
        let value = value(tx);
        if value.is_some_and(|value| value < self.min_usd) {
            return Some(QuietRule::BelowMinimum);
        }
        let is_whale = value.is_some_and(|value| value >= self.whale_usd);
        (self.identifiers(tx).is_empty() && !is_whale).then_some(QuietRule::NoToken)
    }

    fn reason(&self, rule: QuietRule, tx: &Transaction) -> String {
        match (rule, value(tx)) {
            (QuietRule::IgnoredProgram, _) => format!("program {} is on the ignore-list", tx.program),
            (QuietRule::BelowMinimum, Some(value)) => {
                format!("its value {value} is below the minimum {}", self.min_usd)
            }
            _ => rule.reason().to_owned(),
        }
    }

    /// Returns the rules' opinion if the model gave no usable answer.
    pub fn without_model(&self, tx: &Transaction) -> Opinion {
        match value(tx) {
            Some(value) => Opinion {
                interesting: value >= self.alone_usd,
                score: score(value),
                reason: format!(
                    "its value is {value}; without a model, values of at least {} are interesting",
                    self.alone_usd
                ),
            },
            None => Opinion {
                interesting: false,
                score: 0.2,
                reason: "its value is unknown and no model judged it".to_owned(),
            },
        }
    }

    /// Returns the researchable tokens, each once, in the order of the legs.
    pub fn identifiers(&self, tx: &Transaction) -> Vec<Identifier> {
        let mut seen = HashSet::new();
        tx.legs
            .iter()
            .filter_map(|leg| self.identifier(leg.mint.trim(), leg.symbol.trim()))
            .filter(|identifier| seen.insert(identifier.name.clone()))
            .collect()
    }

    fn identifier(&self, mint: &str, symbol: &str) -> Option<Identifier> {
        if !mint.is_empty() {
            let ignored = IGNORED_MINTS.contains(&mint) || self.ignored_mints.contains(mint);
            return (!ignored).then(|| Identifier { name: mint.to_owned(), symbol: symbol.to_owned() });
        }
        let ignored = symbol.is_empty() || IGNORED_SYMBOLS.iter().any(|known| known.eq_ignore_ascii_case(symbol));
        (!ignored).then(|| Identifier { name: symbol.to_owned(), symbol: String::new() })
    }

    fn watched<'a>(&self, tx: &'a Transaction) -> Option<&'a str> {
        let parties = tx.legs.iter().flat_map(|leg| [&leg.from, &leg.to]);
        tx.wallets.iter().chain(parties).map(String::as_str).find(|wallet| self.wallets.contains(*wallet))
    }
}

/// Returns the value of a transaction: the publisher's, otherwise that of its largest leg (both sides of a swap have
/// one value).
pub fn value(tx: &Transaction) -> Option<MicroUsd> {
    tx.usd_value.or_else(|| tx.legs.iter().filter_map(|leg| leg.usd_value).max())
}

/// Scores a value by its order of magnitude: 10 dollars are 0.17, 1,000 are 0.5, a million is 1.
#[expect(clippy::cast_precision_loss, reason = "a score needs no more than 52 bits")]
fn score(value: MicroUsd) -> f64 {
    let dollars = value.0 as f64 / 1e6;
    (dollars.max(1.0).log10() / 6.0).clamp(0.0, 1.0)
}

fn decided(interesting: bool, score: f64, reason: String) -> Ruling {
    Ruling::Decided(Opinion { interesting, score, reason })
}

#[cfg(test)]
mod tests {
    use domain::event::Leg;

    use super::*;

    fn leg(mint: &str, symbol: &str) -> Leg {
        Leg { mint: mint.into(), symbol: symbol.into(), amount: 1.0, ..Leg::default() }
    }

    fn swap(usd: Option<u64>) -> Transaction {
        let legs = vec![leg(IGNORED_MINTS[0], "SOL"), leg("MintOfSomethingNew", "NEW")];
        Transaction { usd_value: usd.map(MicroUsd::dollars), program: "JUPITER".into(), legs, ..Transaction::default() }
    }

    fn rules() -> Rules {
        Rules {
            min_usd: MicroUsd::dollars(100),
            alone_usd: MicroUsd::dollars(1_000),
            whale_usd: MicroUsd::dollars(100_000),
            ignored_programs: HashSet::from(["SPAM".to_owned()]),
            wallets: HashSet::from(["whale".to_owned()]),
            ..Rules::default()
        }
    }

    fn interesting(ruling: &Ruling) -> Option<bool> {
        match ruling {
            Ruling::Decided(opinion) => Some(opinion.interesting),
            Ruling::Open => None,
        }
    }

    #[test]
    fn the_minimum_itself_is_enough_and_an_unknown_value_is_open() {
        assert_eq!(interesting(&rules().rule(&swap(Some(99)))), Some(false));
        assert_eq!(interesting(&rules().rule(&swap(Some(100)))), None);
        assert_eq!(interesting(&rules().rule(&swap(None))), None);
    }

    #[test]
    fn a_leg_s_value_counts_where_the_whole_has_none() {
        let mut tx = swap(None);
        tx.legs[1].usd_value = Some(MicroUsd::dollars(7));
        assert_eq!(interesting(&rules().rule(&tx)), Some(false));
    }

    #[test]
    fn a_watched_wallet_wins_over_every_other_rule() {
        let mut tx = swap(Some(1));
        tx.failed = true;
        tx.program = "SPAM".into();
        assert_eq!(interesting(&rules().rule(&tx)), Some(false));
        tx.legs[0].to = "whale".into();
        assert_eq!(interesting(&rules().rule(&tx)), Some(true));
        tx.legs[0].to.clear();
        tx.wallets.push("whale".into());
        assert_eq!(interesting(&rules().rule(&tx)), Some(true));
    }

    #[test]
    fn failed_ignored_and_nameless_transactions_are_not_interesting() {
        let failed = Transaction { failed: true, ..swap(Some(5_000)) };
        let spam = Transaction { program: "SPAM".into(), ..swap(Some(5_000)) };
        let nameless = Transaction { legs: vec![leg("", "usdc"), leg(IGNORED_MINTS[1], "USDC")], ..swap(Some(5_000)) };
        for tx in [failed, spam, nameless] {
            assert_eq!(interesting(&rules().rule(&tx)), Some(false), "{tx:?}");
        }
    }

    #[test]
    fn a_whale_transaction_stays_open_for_any_token() {
        let paid = |usd| Transaction { legs: vec![leg(IGNORED_MINTS[1], "USDC")], ..swap(usd) };
        for (usd, told) in
            [(Some(99_999), Some(false)), (Some(100_000), None), (Some(50_000_000), None), (None, Some(false))]
        {
            assert_eq!(interesting(&rules().rule(&paid(usd))), told, "{usd:?}");
        }
        assert!(rules().without_model(&paid(Some(100_000))).interesting, "without a model, too");
        let failed = Transaction { failed: true, ..paid(Some(1_000_000)) };
        assert_eq!(interesting(&rules().rule(&failed)), Some(false));
    }

    #[test]
    fn a_look_alike_of_a_stablecoin_is_an_identifier() {
        let tx = Transaction { legs: vec![leg("NotTheRealOne", "USDC"), leg("NotTheRealOne", "USDC")], ..swap(None) };
        let names: Vec<_> = rules().identifiers(&tx).into_iter().map(|identifier| identifier.name).collect();
        assert_eq!(names, ["NotTheRealOne"]);
    }

    #[test]
    fn alone_the_rules_go_by_value() {
        assert!(!rules().without_model(&swap(Some(999))).interesting);
        assert!(rules().without_model(&swap(Some(1_000))).interesting);
        assert!(!rules().without_model(&swap(None)).interesting);
        assert!((rules().without_model(&swap(Some(1_000))).score - 0.5).abs() < 1e-9);
    }
}
