//! Finds the candidates for a question: searches the sites, ranks what they return, and removes what code can refuse.
//!
//! I/O: searches the sites and reads the criteria that their lists leave out.

use std::collections::{BTreeMap, BTreeSet};

use domain::Time;
use futures::future::join_all;
use retrieval::ranking::{Collection, Passage};
use web::markets::{Listing, Listings, MarketData, MarketId, Quote, Site};

use super::request::{Judgement, MAX_CANDIDATES};
use super::rules::refusal;
use super::wording::Wording;
use super::{Direction, MarketText, Topic};

/// Ranked markets that are compared with the question.
const MAX_RANKED: usize = 50;
/// Markets whose criteria are read one by one.
const MAX_READ: usize = 12;
/// Words of the shorter search.
const MAX_SEARCH_WORDS: usize = 6;
/// Characters of the longer search.
const MAX_SEARCH_CHARS: usize = 300;

/// Candidates for a question.
#[derive(Debug, Default)]
pub struct Candidates {
    /// Markets that may ask the question, best first.
    pub markets: Vec<Listing>,
    /// Ids of the markets that were ranked high, best first, refused ones included.
    pub ranked: Vec<String>,
    /// Ids of markets that code refused, with the reason.
    pub refused: Vec<(String, String)>,
    /// Sites that did not answer, with the reason.
    pub silent: Vec<(Site, String)>,
}

/// A market that asks the question.
#[derive(Debug, Clone, PartialEq)]
pub struct Match {
    /// The market as its site lists it.
    pub market: Listing,
    /// Which way round it asks.
    pub direction: Direction,
    /// Reason for a reader.
    pub reason: String,
}

/// Searches all sites for the question. With `as_of`, markets that were open then count.
pub async fn candidates(sites: &dyn MarketData, topic: &Topic, as_of: Option<Time>) -> Candidates {
    let searches = searches(topic);
    let answers = join_all(searches.iter().map(|words| sites.search_markets(words, as_of))).await;
    let (markets, silent) = merge(answers);
    let mut ranked = rank(topic, markets);
    ranked.truncate(MAX_RANKED);
    let ids = ranked.iter().map(|listing| listing.id.clone()).collect();
    let (kept, refused) = split(topic, ranked);
    let markets = with_criteria(sites, kept).await;
    Candidates { markets, ranked: ids, refused, silent }
}

/// Returns the texts to search for: question and background, their names alone, because sites differ in how they treat
/// words that a market lacks, and the English names of countries.
fn searches(topic: &Topic) -> Vec<String> {
    let whole: String = format!("{} {}", topic.text, topic.background).chars().take(MAX_SEARCH_CHARS).collect();
    let wording = Wording::new(&format!("{}\n{}", topic.text, topic.background), topic.asked_on);
    let names = wording.spelled.iter().take(MAX_SEARCH_WORDS).cloned().collect::<Vec<_>>().join(" ");
    let english = wording.english_names();
    let mut searches = vec![whole];
    searches.extend([names, english].into_iter().filter(|words| !words.is_empty()));
    searches.dedup();
    searches
}

fn merge(answers: Vec<Listings>) -> (Vec<Listing>, Vec<(Site, String)>) {
    let (mut markets, mut silent): (Vec<Listing>, BTreeMap<Site, String>) = (Vec::new(), BTreeMap::new());
    let mut seen = BTreeSet::new();
    for answer in answers {
        silent.extend(answer.silent);
        markets.extend(answer.markets.into_iter().filter(|market| seen.insert(market.id.clone())));
    }
    (markets, silent.into_iter().collect())
}

/// Sorts markets by their relevance to question and background.
pub fn rank(topic: &Topic, markets: Vec<Listing>) -> Vec<Listing> {
    let mut collection = Collection::default();
    for market in &markets {
        let body = format!("{}\n{}\n{}", market.group, market.option, market.criteria);
        collection.add(Passage::new(&market.question, &body, []));
    }
    let known = format!("{}\n{}", topic.text, topic.background);
    let english = Wording::new(&known, topic.asked_on).english_names();
    let ranking = collection.search(&format!("{known} {english}"));
    let mut slots: Vec<Option<Listing>> = markets.into_iter().map(Some).collect();
    ranking.hits.iter().filter_map(|hit| slots.get_mut(hit.place)?.take()).collect()
}

/// Separates the markets that code refuses.
fn split(topic: &Topic, ranked: Vec<Listing>) -> (Vec<Listing>, Vec<(String, String)>) {
    let groups: Vec<(String, String)> =
        ranked.iter().map(|market| (market.group.clone(), market.option.clone())).collect();
    let (mut kept, mut refused) = (Vec::new(), Vec::new());
    for market in ranked {
        let is_sibling = |(group, option): &&(String, String)| {
            !group.is_empty() && *group == market.group && *option != market.option
        };
        let siblings: Vec<&str> = groups
            .iter()
            .filter(is_sibling)
            .map(|(_, option)| option.as_str())
            .filter(|option| !option.is_empty())
            .collect();
        match refusal(topic, &MarketText::of(&market), &siblings) {
            Some(reason) => refused.push((market.id, reason)),
            None => kept.push(market),
        }
    }
    kept.truncate(MAX_CANDIDATES);
    (kept, refused)
}

/// Reads the criteria that a site's list leaves out.
async fn with_criteria(sites: &dyn MarketData, markets: Vec<Listing>) -> Vec<Listing> {
    let lacking: Vec<MarketId> = markets
        .iter()
        .filter(|market| market.criteria.is_empty())
        .filter_map(|market| MarketId::parse(&market.id))
        .take(MAX_READ)
        .collect();
    let read = join_all(lacking.iter().map(|id| sites.market(id))).await;
    let mut full: BTreeMap<String, Listing> =
        read.into_iter().filter_map(|answer| answer.ok().flatten()).map(|market| (market.id.clone(), market)).collect();
    markets.into_iter().map(|market| full.remove(&market.id).unwrap_or(market)).collect()
}

/// Returns the matches of a judgement, the one with the most informed price first: real money by volume, then the
/// number of forecasters.
pub fn matches(candidates: &[Listing], judged: Vec<Judgement>) -> Vec<Match> {
    let to_match = |judged: Judgement| {
        let market = candidates.get(judged.candidate)?.clone();
        Some(Match { market, direction: judged.direction, reason: judged.reason })
    };
    let mut matches: Vec<Match> = judged.into_iter().filter_map(to_match).collect();
    matches.sort_by_key(|found| {
        let market = &found.market;
        std::cmp::Reverse((market.quote.is_some(), market.volume.map(|volume| volume.0), market.people))
    });
    matches
}

/// Returns the price of a match that a run may use: the latest, or the last one before the day as of which it answers.
/// `None` if there is none or the site does not answer.
pub async fn quote(sites: &dyn MarketData, id: &MarketId, as_of: Option<Time>) -> Option<Quote> {
    let answer = match as_of {
        Some(day) => sites.price_before(id, start_of_day(day)).await,
        None => sites.market(id).await.map(|market| market.and_then(|market| market.quote)),
    };
    answer.unwrap_or_else(|error| {
        tracing::warn!(market = %id, %error, "a market's price is not available");
        None
    })
}

/// Returns the first second of the day: a price of the day itself may know its news.
fn start_of_day(time: Time) -> Time {
    time.date_naive().and_hms_opt(0, 0, 0).map_or(time, |start| start.and_utc())
}
