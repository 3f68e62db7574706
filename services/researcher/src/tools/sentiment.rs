//! How the texts sound that a search finds. The model is given figures and the words that decided, never the texts: they
//! come from strangers. A person who wants them follows the sources.

use agent::{Answer, Tool, ToolError};
use domain::Source;
use research::tone::{self, Mood, Tone};
use serde::Deserialize;
use serde_json::{Value, json};
use store::Memory;
use web::{Hit, Web};

use super::search::{searched, seen};
use super::{spec, words};
use crate::desk::Desk;
use crate::notebook::{Claim, Notes, claim_id, tool_source};
use crate::tier;

/// Texts that are looked at: a page of results.
const TEXTS: usize = 10;

pub(super) struct AnalyzeSentiment;

#[derive(Deserialize)]
pub(super) struct About {
    query: String,
}

impl<M: Memory, W: Web> Tool<Desk<M, W>, Notes> for AnalyzeSentiment {
    type Args = About;

    fn spec(&self) -> llm::Tool {
        let about = "How the texts sound that a search finds, each with its score (-1 to 1) and the words that decided. Counts words; no judgement.";
        spec("analyze_sentiment", about, 1, &[("query", words("What the texts shall be about."))])
    }

    async fn call(&self, desk: &Desk<M, W>, args: About) -> Result<Answer<Notes>, ToolError> {
        let (found, basis) = searched(desk, &args.query, TEXTS).await?;
        let own = desk.task.own_sites();
        let texts: Vec<(Source, Tone)> = found
            .hits
            .iter()
            .map(|hit| (seen(hit, tier::of(&hit.url, &own), desk.task.started), tone::tone(&text(hit))))
            .collect();
        let tones: Vec<Tone> = texts.iter().map(|(_, tone)| tone.clone()).collect();
        let Some(mood) = tone::mood(&tones) else {
            let content = json!({"provider": found.provider, "texts": [], "nothingFound": true});
            return Ok(Answer { content, notes: Notes { bases: vec![basis], ..Notes::default() } });
        };
        let mut answer = told(desk, (&args.query, &found.provider), mood, texts);
        answer.notes.bases.push(basis);
        Ok(answer)
    }
}

fn told<M, W>(
    desk: &Desk<M, W>,
    (query, provider): (&str, &str),
    mood: Mood,
    texts: Vec<(Source, Tone)>,
) -> Answer<Notes> {
    let shown: Vec<Value> = texts.iter().map(|(source, tone)| one(source, tone)).collect();
    let data = json!({
        "provider": provider, "mean": rounded(mood.mean), "positive": mood.positive, "negative": mood.negative,
        "neutral": mood.neutral, "texts": shown,
    });
    let source = tool_source("analyze_sentiment", query, &data.to_string(), desk.task.started);
    let text = format!(
        "Of {} texts that a search for {query:?} found, {} sound positive and {} negative; the mean is {:.2} (-1 to 1).",
        shown.len(),
        mood.positive,
        mood.negative,
        mood.mean
    );
    let id = claim_id(&source.id, &text);
    let claim = Claim { id, source: source.id.clone(), quote: String::new(), date: String::new(), text };
    let urls = texts.iter().map(|(source, _)| source.url.clone()).collect();
    let content = json!({"source": source.id, "data": data, "claims": [&claim]});
    let sources = std::iter::once(source).chain(texts.into_iter().map(|(source, _)| source)).collect();
    Answer { content, notes: Notes { sources, claims: vec![claim], urls, ..Notes::default() } }
}

fn text(hit: &Hit) -> String {
    format!("{}. {}", hit.title, hit.snippet)
}

fn one(source: &Source, tone: &Tone) -> Value {
    json!({"source": source.id, "url": source.url, "score": rounded(tone.score), "words": tone.words})
}

/// Two places: more would only look exact.
fn rounded(score: f64) -> f64 {
    (score * 100.0).round() / 100.0
}
