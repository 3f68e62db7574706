//! Looks up the official website of a company, a product or a person, so that its pages count as official sources.
//!
//! I/O: asks the web's register of websites, stores the answer as a step of the job.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use domain::EntityKind;
use domain::effect::Basis;
use domain::port::StepKey;
use futures::FutureExt;
use futures::future::BoxFuture;
use runtime::Failure;
use serde_json::json;
use store::Memory;
use tools::SearchPrivacy;
use tools::entity_match;
use tools::names;
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

/// The register of a web, with a recorder of its answers. Answers are kept for a while: the questions of a run name the
/// same things.
pub(crate) struct WebRegister<W> {
    pub(crate) web: Arc<W>,
    pub(crate) answers: AnswerRecorder,
    pub(crate) recent: RecentSites,
}

/// Answers of this process, by what was looked up.
#[derive(Default)]
pub(crate) struct RecentSites(Mutex<HashMap<String, RecentSite>>);

#[derive(Clone)]
struct RecentSite {
    at: Instant,
    site: Option<OfficialSite>,
}

/// Maximum age and number of the answers that are kept.
const RECENT: Duration = Duration::from_secs(6 * 3600);
const MAX_RECENT: usize = 1_024;

impl RecentSites {
    fn get(&self, thing: &str) -> Option<RecentSite> {
        let recent = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        recent.get(thing).filter(|known| known.at.elapsed() < RECENT).cloned()
    }

    fn keep(&self, thing: String, site: Option<OfficialSite>) {
        let mut recent = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if recent.len() >= MAX_RECENT {
            recent.clear();
        }
        recent.insert(thing, RecentSite { at: Instant::now(), site });
    }
}

impl<W: Web> SiteRegister for WebRegister<W> {
    fn look_up<'a>(&'a self, thing: &'a NamedThing) -> BoxFuture<'a, Result<Option<OfficialSite>, String>> {
        async move {
            if self.answers.is_replay() {
                let recorded = self.answers.replayed(SERVICE, &json!(thing)).await;
                return recorded.map(|(site, _)| site).map_err(|error| error.to_string());
            }
            let key = json!(thing).to_string();
            if let Some(known) = self.recent.get(&key) {
                return Ok(known.site);
            }
            let site = self.web.official_site(thing).await.map_err(|error: ServiceError| error.to_string())?;
            self.recent.keep(key, site.clone());
            Ok(site)
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

/// Official websites of what a question names.
#[derive(Debug, Default)]
pub(crate) struct NamedSites {
    /// By the register.
    pub(crate) official: Vec<OfficialSite>,
    /// Of verified entities of memory.
    pub(crate) own: Vec<String>,
    pub(crate) bases: Vec<Basis>,
}

/// Maximum number of names of a question that are looked up.
const MAX_NAMES: usize = 2;

/// Returns the official websites of the organisations and products that a question names: of verified entities of
/// memory, else by the register. A question has no entity of its own whose website would be known.
pub(crate) async fn named_sites<M: Memory>(job: &Job<'_, M>, question: &str) -> Result<NamedSites, Failure> {
    let mut sites = NamedSites::default();
    for name in names::of_text(question).into_iter().take(MAX_NAMES) {
        let found = entity_match::resolve(job.engine.memory.as_ref(), &job.task.tenant, &name).await?;
        let own = found.known().map(|known| known.entity.own_sites()).unwrap_or_default();
        if !own.is_empty() {
            sites.own.extend(own);
            continue;
        }
        let thing = NamedThing { name, lei: None };
        if let Some((site, basis)) = site(job, EntityKind::Business, &thing).await? {
            sites.official.push(site);
            sites.bases.push(basis);
        }
    }
    Ok(sites)
}
