//! Looks up a company, a product or a person in a register: its official website, whose pages count as official
//! sources, and its names in other scripts, by which its entity is found afterwards.
//!
//! I/O: asks the web's register of websites, stores the answer as a step of the job.

use std::sync::Arc;
use std::time::{Duration, Instant};

use domain::EntityKind;
use domain::effect::Basis;
use domain::port::StepKey;
use futures::future::BoxFuture;
use futures::{FutureExt, TryFutureExt};
use runtime::Failure;
use serde_json::json;
use store::Memory;
use tools::SearchPrivacy;
use tools::entity_match;
use tools::names;
use tools::recorded::{self, AnswerRecorder};
use web::{NamedThing, OfficialSite, RegisteredThing, ServiceError, Web};

use crate::job::Job;
use crate::pages::readings::SharedReadings;

/// Name of the service in recorded requests.
const SERVICE: &str = "official_site";

/// Looks up named things.
pub(crate) trait SiteRegister: Send + Sync + 'static {
    /// Returns the register's entry of a thing, or a recorded one in a replay.
    fn look_up<'a>(&'a self, thing: &'a NamedThing) -> BoxFuture<'a, Result<Option<RegisteredThing>, String>>;
}

/// The register of a web, with a recorder of its answers. Answers are kept for a while, and callers that ask for the
/// same thing share one look-up: the questions of a run name the same things.
pub(crate) struct WebRegister<W> {
    pub(crate) web: Arc<W>,
    pub(crate) answers: AnswerRecorder,
    pub(crate) recent: RecentSites,
}

/// Answers of this process, by what was looked up and by the period since its start.
pub(crate) struct RecentSites {
    start: Instant,
    sites: SharedReadings<Option<RegisteredThing>>,
}

/// Period in which an answer is used.
const PERIOD: Duration = Duration::from_secs(6 * 3600);

impl Default for RecentSites {
    fn default() -> Self {
        Self { start: Instant::now(), sites: SharedReadings::default() }
    }
}

impl RecentSites {
    fn key(&self, thing: &NamedThing) -> String {
        format!("{} {}", self.start.elapsed().as_secs() / PERIOD.as_secs(), json!(thing))
    }
}

impl<W: Web> SiteRegister for WebRegister<W> {
    fn look_up<'a>(&'a self, thing: &'a NamedThing) -> BoxFuture<'a, Result<Option<RegisteredThing>, String>> {
        async move {
            if self.answers.is_replay() {
                let recorded = self.answers.replayed(SERVICE, &json!(thing)).await;
                return recorded.map(|(found, _)| found).map_err(|error| error.to_string());
            }
            let ask = || self.web.registered(thing).map_err(|error: ServiceError| error.to_string());
            let found = self.recent.sites.join(self.recent.key(thing), ask).await?;
            Ok((*found).clone())
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

/// Returns the official website of a thing with the record of the answer.
pub(crate) async fn site<M: Memory>(
    job: &Job<'_, M>,
    kind: EntityKind,
    thing: &NamedThing,
) -> Result<Option<(OfficialSite, Basis)>, Failure> {
    let registered = registered(job, kind, thing).await?;
    Ok(registered.and_then(|(found, basis)| Some((found.site()?, basis))))
}

/// Returns the register's entry of a thing with the record of the answer. The answer is a step of the job, so a
/// repeated attempt sees the same. Without an answer the thing has no entry.
pub(crate) async fn registered<M: Memory>(
    job: &Job<'_, M>,
    kind: EntityKind,
    thing: &NamedThing,
) -> Result<Option<(RegisteredThing, Basis)>, Failure> {
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
            let found = engine.sites.look_up(thing).await.unwrap_or_else(|error| {
                tracing::info!(error, "no register told the official website");
                None
            });
            let bytes = serde_json::to_vec(&found).map_err(Failure::reject)?;
            engine.research_loop.steps.remember(&step, bytes).await?
        }
    };
    let found: Option<RegisteredThing> = serde_json::from_slice(&stored).map_err(Failure::reject)?;
    Ok(found.and_then(|found| Some((found.clone(), recorded::record(SERVICE, &request, &Some(found)).ok()?))))
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
