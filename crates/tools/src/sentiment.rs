//! Scores the sentiment of search results. The model gets figures and the deciding words, never the texts, which are
//! untrusted; people can follow the sources.

use agent::{Address, Origin, Tool, ToolAnswer, ToolError, ToolSpec, Untrusted};
use domain::Source;
use research::sentiment::{self, Sentiment, SentimentSummary};
use serde::{Deserialize, Serialize};
use serde_json::json;
use web::{Web, WebQuery};

use crate::notebook::{Claim, Notes, ShownClaim, tool_source};
use crate::search::{RecordedWeb, permitted, unread_source};
use crate::session::Session;
use crate::{schema, text_schema};

/// Number of texts scored: one page of search results.
const MAX_TEXTS: usize = 10;

pub(crate) struct AnalyzeSentiment<W>(pub(crate) RecordedWeb<W>);

#[derive(Deserialize)]
pub(crate) struct SentimentQuery {
    query: String,
}

/// Scores of the texts, or a note that none was found.
#[derive(Serialize)]
#[serde(rename_all_fields = "camelCase", untagged)]
pub(crate) enum SentimentAnswer {
    Nothing { provider: String, texts: [(); 0], nothing_found: bool },
    Scored { source: String, data: SentimentData, claims: [ShownClaim; 1] },
}

#[derive(Serialize)]
pub(crate) struct SentimentData {
    provider: String,
    mean: f64,
    positive: usize,
    negative: usize,
    neutral: usize,
    texts: Vec<ScoredText>,
}

#[derive(Serialize)]
struct ScoredText {
    source: String,
    url: Option<Address>,
    score: f64,
    words: Vec<String>,
}

impl<W: Web> Tool<Session, Notes> for AnalyzeSentiment<W> {
    type Input = SentimentQuery;
    type Output = SentimentAnswer;

    fn spec(&self) -> ToolSpec {
        let about = "How the texts sound that a search finds, each with its score (-1 to 1) and the words that decided. Counts words; no judgement.";
        schema("analyze_sentiment", about, 1, &[("query", text_schema("What the texts shall be about."))])
    }

    fn origin(&self) -> Origin {
        Origin::Web
    }

    fn is_offered(&self, session: &Session) -> bool {
        session.scope.topics.token
    }

    async fn call(
        &self,
        session: &Session,
        input: SentimentQuery,
    ) -> Result<ToolAnswer<SentimentAnswer, Notes>, ToolError> {
        let query = session.outgoing_query(&input.query)?;
        let (found, basis) = self.0.search(&WebQuery::new(query.text.as_str(), MAX_TEXTS)).await?;
        let found = permitted(&session.scope, found);
        let score = |hit: &web::Hit| sentiment::score_text(&format!("{}. {}", hit.title, hit.snippet));
        let scores: Vec<Sentiment> = found.hits.iter().map(score).collect();
        let Some(summary) = sentiment::summarize(&scores) else {
            let output = SentimentAnswer::Nothing { provider: found.provider, texts: [], nothing_found: true };
            return Ok(ToolAnswer { output, notes: Notes { bases: vec![basis], ..Notes::default() } });
        };
        let texts: Vec<Source> = found.hits.iter().map(|hit| unread_source(hit, &session.scope)).collect();
        let scored = texts.iter().zip(scores).map(|(source, score)| ScoredText::new(source, score)).collect();
        let data = SentimentData::new(found.provider, &summary, scored);
        let source = tool_source("analyze_sentiment", &query.text, &json!(data).to_string(), session.scope.started);
        let claim = Claim::of_tool(&source, statement(&query.text, &summary, texts.len()));
        let urls = texts.iter().map(|source| source.url.clone()).collect();
        let output = SentimentAnswer::Scored { source: source.id.clone(), data, claims: [(&claim).into()] };
        let sources = std::iter::once(source).chain(texts).collect();
        let notes = Notes { sources, claims: vec![claim], urls, bases: vec![basis], ..Notes::default() };
        Ok(ToolAnswer { output, notes })
    }
}

impl SentimentData {
    fn new(provider: String, summary: &SentimentSummary, texts: Vec<ScoredText>) -> Self {
        let &SentimentSummary { mean, positive, negative, neutral, .. } = summary;
        Self { provider, mean: rounded(mean), positive, negative, neutral, texts }
    }
}

impl ScoredText {
    fn new(source: &Source, score: Sentiment) -> Self {
        let (source, url) = (source.id.clone(), Untrusted::new(source.url.as_str()).address());
        Self { source, url, score: rounded(score.score), words: score.words }
    }
}

fn statement(query: &str, summary: &SentimentSummary, texts: usize) -> String {
    let SentimentSummary { mean, positive, negative, .. } = summary;
    format!(
        "Of {texts} texts that a search for {query:?} found, {positive} sound positive and {negative} negative; the mean is {mean:.2} (-1 to 1)."
    )
}

/// Rounds to two decimals, the precision of the method.
fn rounded(score: f64) -> f64 {
    (score * 100.0).round() / 100.0
}
