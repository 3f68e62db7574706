//! Verification of the LEIs in a macro's data.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use domain::effect::Basis;
use domain::research_macro::{LeiCheck, LeiStatus};
use serde_json::json;
use web::Web;
use web::gleif::LeiRecord;

use super::{note, plain_record, to_model};
use crate::recorded::AnswerRecorder;

/// Name under which GLEIF's answers are recorded.
const RECORDED_AS: &str = "verify_leis";

/// Asks GLEIF whether LEIs exist.
#[derive(Clone)]
pub struct LeiVerifier<W> {
    /// Client of GLEIF.
    pub web: Arc<W>,
    /// Recorder of its answers.
    pub answers: AnswerRecorder,
}

impl<W: Web> LeiVerifier<W> {
    /// Verifies all LEIs with right check digits in one request. If GLEIF does not answer, they are unverified. Returns
    /// the checks in the given order, and the record of the answer.
    pub async fn verify(&self, checks: Vec<LeiCheck>) -> (Vec<LeiCheck>, Option<Basis>) {
        let asked: BTreeSet<&str> =
            checks.iter().filter(|check| has_right_digits(check)).map(|check| check.lei.as_str()).collect();
        if asked.is_empty() {
            return (checks, None);
        }
        let leis: Vec<String> = asked.into_iter().map(str::to_owned).collect();
        let call = async { self.web.records(&leis).await.map_err(|error| to_model(&error)) };
        match self.answers.answer::<Vec<LeiRecord>>(RECORDED_AS, &json!({"leis": leis}), call).await {
            Ok((records, basis)) => {
                let known: BTreeMap<String, String> =
                    records.into_iter().map(|record| (record.lei.clone(), note(&plain_record(&record)))).collect();
                (checks.into_iter().map(|check| judged(check, Some(&known))).collect(), Some(basis))
            }
            Err(error) => {
                tracing::warn!(error = %error, leis = leis.len(), "GLEIF does not answer; the LEIs stay unverified");
                (checks.into_iter().map(|check| judged(check, None)).collect(), None)
            }
        }
    }
}

/// Returns the check with the status that follows from GLEIF's answer; `None` if GLEIF did not answer.
fn judged(check: LeiCheck, known: Option<&BTreeMap<String, String>>) -> LeiCheck {
    let status = match known {
        _ if !has_right_digits(&check) => check.status,
        None => LeiStatus::Unverified,
        Some(known) if known.contains_key(&check.lei) => LeiStatus::Verified,
        Some(_) => LeiStatus::NotFound,
    };
    let note = known.and_then(|known| known.get(&check.lei)).cloned().unwrap_or_default();
    LeiCheck { status, note, ..check }
}

fn has_right_digits(check: &LeiCheck) -> bool {
    check.status != LeiStatus::BadChecksum
}
