//! Looks up the official website of a company, a product or a person, so that its pages count as official sources.
//!
//! I/O: asks the web's register of websites, stores the answer as a step of the job.

use std::sync::Arc;

use domain::EntityKind;
use domain::effect::Basis;
use domain::port::StepKey;
use futures::FutureExt;
use futures::future::BoxFuture;
use runtime::Failure;
use serde_json::json;
use store::Memory;
use tools::SearchPrivacy;
use tools::recorded::{self, AnswerRecorder};
use web::{NamedThing, OfficialSite, ServiceError, Web};

use crate::job::Job;

/// Name of the service in recorded requests.
const SERVICE: &str = "official_site";

/// Looks up official websites.
pub(crate) trait SiteRegister: Send + Sync + 'static {
    /// Returns the official website of a thing, or a recorded one in a replay.
    fn look_up<'a>(&'a self, thing: &'a NamedThing) -> BoxFuture<'a, Result<Option<OfficialSite>, String>>;
}

/// The register of a web, with a recorder of its answers.
pub(crate) struct WebRegister<W> {
    pub(crate) web: Arc<W>,
    pub(crate) answers: AnswerRecorder,
}

impl<W: Web> SiteRegister for WebRegister<W> {
    fn look_up<'a>(&'a self, thing: &'a NamedThing) -> BoxFuture<'a, Result<Option<OfficialSite>, String>> {
        async move {
            if self.answers.is_replay() {
                let recorded = self.answers.replayed(SERVICE, &json!(thing)).await;
                return recorded.map(|(site, _)| site).map_err(|error| error.to_string());
            }
            self.web.official_site(thing).await.map_err(|error: ServiceError| error.to_string())
        }
        .boxed()
    }
}

/// Returns true for things that have their own websites. The issuer of a token chooses its name.
fn has_website(kind: EntityKind) -> bool {
    match kind {
        EntityKind::Person
        | EntityKind::Business
        | EntityKind::Product
        | EntityKind::Platform
        | EntityKind::Protocol => true,
        EntityKind::CryptoToken
        | EntityKind::Meme
        | EntityKind::MacroAsset
        | EntityKind::Compound
        | EntityKind::Concept => false,
    }
}

/// Returns the official website of a thing with the record of the answer. The answer is a step of the job, so a
/// repeated attempt sees the same. Without an answer the thing has none.
pub(crate) async fn site<M: Memory>(
    job: &Job<'_, M>,
    kind: EntityKind,
    thing: &NamedThing,
) -> Result<Option<(OfficialSite, Basis)>, Failure> {
    let engine = job.engine;
    // A register is a public service, like a search provider.
    let is_secret = engine.config.search_privacy == SearchPrivacy::Strict;
    if is_secret || !has_website(kind) || thing.name.trim().is_empty() {
        return Ok(None);
    }
    let request = json!(thing);
    let step = StepKey::new(job.attempt.job, SERVICE, request.to_string().as_bytes());
    let stored = match engine.research_loop.steps.recall(&step).await? {
        Some(bytes) => bytes,
        None => {
            let site = engine.sites.look_up(thing).await.unwrap_or_else(|error| {
                tracing::info!(error, "no register told the official website");
                None
            });
            let bytes = serde_json::to_vec(&site).map_err(Failure::reject)?;
            engine.research_loop.steps.remember(&step, bytes).await?
        }
    };
    let site: Option<OfficialSite> = serde_json::from_slice(&stored).map_err(Failure::reject)?;
    Ok(site.and_then(|site| Some((site.clone(), recorded::record(SERVICE, &request, &Some(site)).ok()?))))
}
