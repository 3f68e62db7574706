//! Metaculus: `/api/posts/` and `/api/posts/{id}/`. A list has the community's forecast only with `with_cp=true`, a
//! history only with `include_cp_history=true`. Some clients are refused without a token (403).

use domain::Time;
use serde_json::Value;
use url::Url;

use super::fields::{MAX_CRITERIA, MAX_TITLE, last_before, line, outcome, seconds, time};
use super::{Listing, MAX_HITS, MarketSites, Quote, Site};
use crate::ServiceError;

const SITE: Site = Site::Metaculus;

impl MarketSites {
    fn metaculus_url(&self) -> Result<&Url, ServiceError> {
        self.config.metaculus.as_ref().ok_or_else(|| Self::unconfigured(SITE))
    }

    pub(super) async fn search_metaculus(&self, words: &str, closed: bool) -> Result<Vec<Listing>, ServiceError> {
        let mut query = vec![("search", words.to_owned()), ("forecast_type", "binary".to_owned())];
        query.extend([("with_cp", "true".to_owned()), ("limit", MAX_HITS.to_string())]);
        if !closed {
            query.push(("statuses", "open".to_owned()));
        }
        let base = self.metaculus_url()?;
        let Some(answer) = self.get(SITE, base, "api/posts/", &query).await? else { return Ok(Vec::new()) };
        let posts = answer["results"].as_array().ok_or_else(|| self.of(SITE).shape("no list of posts"))?;
        Ok(posts.iter().filter_map(|post| listing(post, self.clock.now())).collect())
    }

    async fn post(&self, id: &str) -> Result<Option<Value>, ServiceError> {
        let query = [("with_cp", "true".to_owned()), ("include_cp_history", "true".to_owned())];
        self.get(SITE, self.metaculus_url()?, &format!("api/posts/{id}/"), &query).await
    }

    pub(super) async fn metaculus(&self, id: &str) -> Result<Option<Listing>, ServiceError> {
        Ok(self.post(id).await?.and_then(|post| listing(&post, self.clock.now())))
    }

    pub(super) async fn metaculus_before(&self, id: &str, before: Time) -> Result<Option<Quote>, ServiceError> {
        let Some(post) = self.post(id).await? else { return Ok(None) };
        let forecasts = &post["question"]["aggregations"]["recency_weighted"];
        let history = forecasts["history"].as_array().map(Vec::as_slice).unwrap_or_default();
        let quotes = history.iter().chain([&forecasts["latest"]]).filter_map(quote_of);
        Ok(last_before(quotes, before))
    }
}

/// Returns an entry of the community's forecast with the time at which it began.
fn quote_of(entry: &Value) -> Option<Quote> {
    let price = entry["centers"][0].as_f64().filter(|price| (0.0..=1.0).contains(price))?;
    Some(Quote { price, at: seconds(entry, "start_time")? })
}

fn listing(post: &Value, now: Time) -> Option<Listing> {
    let (id, question) = (post["id"].as_u64()?, &post["question"]);
    let title = line(post, "title", MAX_TITLE);
    let is_binary = question["type"].as_str() == Some("binary");
    let part = |key: &str| line(question, key, MAX_CRITERIA);
    let criteria = format!("{} {} {}", part("resolution_criteria"), part("fine_print"), part("description"));
    let latest = quote_of(&question["aggregations"]["recency_weighted"]["latest"]);
    let outcome = outcome(question["resolution"].as_str().unwrap_or_default());
    (is_binary && !title.is_empty()).then(|| Listing {
        id: format!("metaculus:{id}"),
        question: title,
        group: String::new(),
        option: String::new(),
        criteria: criteria.trim().chars().take(MAX_CRITERIA).collect(),
        url: format!("https://www.metaculus.com/questions/{id}/"),
        opens: time(question, "open_time").or_else(|| time(post, "published_at")),
        closes: time(question, "scheduled_close_time"),
        // The latest entry holds until now.
        quote: latest.filter(|_| outcome.is_none()).map(|quote| Quote { at: now, ..quote }),
        volume: None,
        people: post["nr_forecasters"].as_u64(),
        outcome,
        event: None,
    })
}

#[cfg(any(test, feature = "fuzzing"))]
pub(super) fn read_for_fuzzing(answer: &Value, now: Time) {
    let _ = (listing(answer, now), quote_of(answer));
}
