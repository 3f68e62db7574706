//! Verification of LEIs in another process: only the researcher reaches GLEIF, and it answers requests of those who
//! edit data.
//!
//! A request is `{"leis": […]}` with at most [`MAX_LEIS`] LEIs; it contains no data of a tenant. The answer is
//! `{"checks": [{"lei", "status", "note"}]}`. Who gets no answer leaves the LEIs unverified.

use std::collections::{BTreeMap, BTreeSet};

use domain::lei;
use domain::research_macro::{LeiCheck, LeiStatus};
use serde::{Deserialize, Serialize};
use web::Web;

use super::LeiVerifier;

/// Maximum number of LEIs in a request.
pub const MAX_LEIS: usize = 50;

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct LeiRequest {
    leis: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct LeiAnswer {
    checks: Vec<CheckedLei>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct CheckedLei {
    lei: String,
    status: LeiStatus,
    #[serde(default)]
    note: String,
}

/// Returns the checks with the statuses that `ask` obtains for those that are unverified: it sends a request and
/// returns the answer, or `None` if there is none. Other checks stay as they are.
pub async fn recheck<F, Fut>(checks: Vec<LeiCheck>, ask: F) -> Vec<LeiCheck>
where
    F: Fn(Vec<u8>) -> Fut,
    Fut: Future<Output = Option<Vec<u8>>>,
{
    let open: BTreeSet<String> =
        checks.iter().filter(|check| check.status == LeiStatus::Unverified).map(|check| check.lei.clone()).collect();
    let open: Vec<String> = open.into_iter().collect();
    let mut known: BTreeMap<String, (LeiStatus, String)> = BTreeMap::new();
    for leis in open.chunks(MAX_LEIS) {
        let Ok(request) = serde_json::to_vec(&LeiRequest { leis: leis.to_vec() }) else { continue };
        // Without an answer to one request the next ones would only add to the wait.
        let Some(answer) = ask(request).await else { break };
        let Ok(answer) = serde_json::from_slice::<LeiAnswer>(&answer) else { break };
        known.extend(answer.checks.into_iter().map(|check| (check.lei, (check.status, check.note))));
    }
    let found = |check: LeiCheck| match known.get(&check.lei) {
        Some((status, note)) if check.status == LeiStatus::Unverified => {
            LeiCheck { status: *status, note: note.clone(), ..check }
        }
        _ => check,
    };
    checks.into_iter().map(found).collect()
}

impl<W: Web> LeiVerifier<W> {
    /// Answers a request of [`recheck`]. A request that cannot be read, or names too many LEIs, gets an answer without
    /// checks. Texts that are not LEIs are left out.
    pub async fn answer(&self, request: &[u8]) -> Vec<u8> {
        let request: LeiRequest = serde_json::from_slice(request).unwrap_or_else(|_| LeiRequest { leis: Vec::new() });
        let leis = if request.leis.len() > MAX_LEIS { Vec::new() } else { request.leis };
        let found = leis.iter().flat_map(|text| lei::find(text));
        let checks = found.map(|found| {
            let status = if found.valid { LeiStatus::Unverified } else { LeiStatus::BadChecksum };
            LeiCheck { path: String::new(), lei: found.text, status, note: String::new() }
        });
        let (checks, _) = self.verify(checks.collect()).await;
        let checks = checks.into_iter().map(|LeiCheck { lei, status, note, .. }| CheckedLei { lei, status, note });
        let checks = checks.collect();
        serde_json::to_vec(&LeiAnswer { checks }).unwrap_or_default()
    }
}
