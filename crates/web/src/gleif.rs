//! GLEIF's LEI API (JSON:API, version 1): records of legal entities, their parents and children, and reporting
//! exceptions.
//!
//! Names and addresses are texts of the registrants. They are cut to fixed lengths here and returned as typed fields.

mod read;

use std::collections::BTreeSet;
use std::future::Future;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use url::Url;

use crate::ServiceError;
use crate::client::ClientError;
use crate::route::Route;
use crate::service::Service;
use crate::tokens::join;

/// Name of the service in errors and cool-downs.
pub(crate) const SERVICE: &str = "gleif";
/// Maximum number of LEIs in one request and maximum size of a page, both limits of the API.
const MAX_PAGE: usize = 200;
/// Maximum number of pages of children that are read.
const MAX_CHILD_PAGES: usize = 2;

/// A legal entity (level 1 data).
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct LeiRecord {
    /// The Legal Entity Identifier, 20 characters.
    pub lei: String,
    /// Legal name, at most 300 characters.
    pub legal_name: String,
    /// Other and transliterated names, at most five.
    pub other_names: Vec<String>,
    /// Legal jurisdiction: ISO 3166-1 or ISO 3166-2 code.
    pub jurisdiction: String,
    /// Country of the legal address, ISO 3166-1.
    pub country: String,
    /// City of the legal address.
    pub city: String,
    /// Category, such as `GENERAL`, `FUND`, `BRANCH` or `SOLE_PROPRIETOR`.
    pub category: String,
    /// Code of the legal form (ISO 20275).
    pub legal_form: String,
    /// Number in the business register.
    pub registered_as: String,
    /// Status of the entity: `ACTIVE` or `INACTIVE`.
    pub entity_status: String,
    /// Status of the LEI's registration, such as `ISSUED` or `LAPSED`.
    pub registration_status: String,
    /// Day until which the registration is renewed, RFC 3339; empty if unknown.
    pub next_renewal: String,
    /// Time at which the entity ended, RFC 3339; empty if it has not ended.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub expired: String,
    /// Reason of the end, such as `DISSOLVED` or `CORPORATE_ACTION`.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub expiration_reason: String,
    /// Entities that continue this one, at most five.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub successors: Vec<NamedEntity>,
    /// The head office of a branch, or the entity to which a fund belongs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub associated: Option<NamedEntity>,
    /// Legal events, such as mergers, with their state and day, at most five.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub events: Vec<String>,
}

/// An entity to which a record refers.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct NamedEntity {
    /// Its LEI; empty if the record has none.
    pub lei: String,
    /// Its name; empty if the record has none.
    pub name: String,
}

/// The level of a parent in the accounting consolidation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ParentLevel {
    /// The closest parent.
    Direct,
    /// The highest parent.
    Ultimate,
}

impl ParentLevel {
    fn name(self) -> &'static str {
        match self {
            Self::Direct => "direct",
            Self::Ultimate => "ultimate",
        }
    }
}

/// A parent of an entity (level 2 data).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct LeiParent {
    /// Level of the parent.
    pub level: ParentLevel,
    /// Record of the parent.
    pub record: LeiRecord,
    /// The relationship that was reported; `None` if GLEIF publishes no relationship record.
    pub relationship: Option<Relationship>,
}

/// A relationship between an entity and its parent.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Relationship {
    /// Type, such as `IS_DIRECTLY_CONSOLIDATED_BY`.
    pub kind: String,
    /// Status, such as `ACTIVE`.
    pub status: String,
    /// Start of the relationship, RFC 3339; empty if unknown.
    pub since: String,
    /// Status of the registration, such as `PUBLISHED` or `LAPSED`.
    pub registration_status: String,
    /// Verification of the relationship, such as `FULLY_CORROBORATED`; empty if unknown.
    pub corroboration: String,
}

/// The direct children of an entity.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LeiChildren {
    /// Number of children that GLEIF reports.
    pub total: usize,
    /// Records of the first children, at most 400.
    pub records: Vec<LeiRecord>,
}

/// The reason why an entity reports no parent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ReportingException {
    /// Level of the parent that is not reported.
    pub level: ParentLevel,
    /// Category in GLEIF's words, such as `DIRECT_ACCOUNTING_CONSOLIDATION_PARENT`.
    pub category: String,
    /// Reason, such as `NATURAL_PERSONS`, `NO_KNOWN_PERSON` or `NON_PUBLIC`.
    pub reason: String,
    /// Reference that the entity gave; empty if none.
    pub reference: String,
}

/// Data about Legal Entity Identifiers. Absent records are `None` or missing from the list; an unreachable service is
/// an error.
pub trait Gleif: Send + Sync + 'static {
    /// Returns the records of these LEIs, without those that GLEIF does not know, in one request per 200 LEIs.
    ///
    /// # Errors
    /// GLEIF is not reachable, refuses the request, or answers in another format.
    fn records(&self, leis: &[String]) -> impl Future<Output = Result<Vec<LeiRecord>, ServiceError>> + Send;

    /// Returns at most `limit` (1 to 200) records with a similar legal or other name, best first.
    ///
    /// # Errors
    /// As for [`Gleif::records`].
    fn by_name(&self, name: &str, limit: usize) -> impl Future<Output = Result<Vec<LeiRecord>, ServiceError>> + Send;

    /// Returns the direct and the ultimate parent, each if it is reported.
    ///
    /// # Errors
    /// As for [`Gleif::records`].
    fn parents(&self, lei: &str) -> impl Future<Output = Result<Vec<LeiParent>, ServiceError>> + Send;

    /// Returns the direct children.
    ///
    /// # Errors
    /// As for [`Gleif::records`].
    fn children(&self, lei: &str) -> impl Future<Output = Result<LeiChildren, ServiceError>> + Send;

    /// Returns the reporting exceptions of both levels, each if there is one.
    ///
    /// # Errors
    /// As for [`Gleif::records`].
    fn exceptions(&self, lei: &str) -> impl Future<Output = Result<Vec<ReportingException>, ServiceError>> + Send;
}

/// Client of the LEI API.
#[derive(Debug, Clone)]
pub struct GleifClient {
    base: Url,
    service: Service,
}

impl GleifClient {
    /// Creates a client for `<base>/lei-records` without sending a request.
    ///
    /// # Errors
    /// The HTTP client cannot be created.
    pub fn new(base: Url, route: &Route) -> Result<Self, ClientError> {
        Ok(Self { base, service: Service::new(SERVICE, route)? })
    }

    async fn get(&self, path: &str, query: &[(&str, String)]) -> Result<Option<Value>, ServiceError> {
        let request = self.service.client().get(join(&self.base, path)).query(query);
        self.service.json(request.header("accept", "application/vnd.api+json")).await
    }

    async fn list(&self, query: &[(&str, String)]) -> Result<Vec<LeiRecord>, ServiceError> {
        let Some(answer) = self.get("lei-records", query).await? else { return Ok(Vec::new()) };
        read::records(&answer).ok_or_else(|| self.service.shape("no list of LEI records"))
    }

    /// Requests a part of an entity's record. `None` if GLEIF has none.
    async fn part(&self, lei: &str, part: &str, query: &[(&str, String)]) -> Result<Option<Value>, ServiceError> {
        self.get(&format!("lei-records/{}/{part}", segment(lei)), query).await
    }

    async fn parent(&self, lei: &str, level: ParentLevel) -> Result<Option<LeiParent>, ServiceError> {
        let name = level.name();
        let Some(answer) = self.part(lei, &format!("{name}-parent"), &[]).await? else { return Ok(None) };
        let record = read::record(&answer["data"]).ok_or_else(|| self.service.shape("no LEI record of a parent"))?;
        let relationship = self.part(lei, &format!("{name}-parent-relationship"), &[]).await?;
        Ok(Some(LeiParent { level, record, relationship: relationship.map(|answer| read::relationship(&answer)) }))
    }

    async fn exception(&self, lei: &str, level: ParentLevel) -> Result<Option<ReportingException>, ServiceError> {
        let part = format!("{}-parent-reporting-exception", level.name());
        let Some(answer) = self.part(lei, &part, &[]).await? else { return Ok(None) };
        let exception = read::exception(&answer, level);
        exception.map(Some).ok_or_else(|| self.service.shape("no reason in a reporting exception"))
    }
}

impl Gleif for GleifClient {
    async fn records(&self, leis: &[String]) -> Result<Vec<LeiRecord>, ServiceError> {
        let asked: BTreeSet<String> = leis.iter().map(|lei| segment(lei)).collect();
        let asked: Vec<&str> = asked.iter().map(String::as_str).collect();
        let mut found = Vec::new();
        for batch in asked.chunks(MAX_PAGE) {
            let query = [("filter[lei]", batch.join(",")), ("page[size]", MAX_PAGE.to_string())];
            found.extend(self.list(&query).await?);
        }
        found.retain(|record| asked.contains(&record.lei.as_str()));
        Ok(found)
    }

    async fn by_name(&self, name: &str, limit: usize) -> Result<Vec<LeiRecord>, ServiceError> {
        let limit = limit.clamp(1, MAX_PAGE);
        let query = [("filter[entity.names]", name.to_owned()), ("page[size]", limit.to_string())];
        let mut found = self.list(&query).await?;
        found.truncate(limit);
        Ok(found)
    }

    async fn parents(&self, lei: &str) -> Result<Vec<LeiParent>, ServiceError> {
        let direct = self.parent(lei, ParentLevel::Direct).await?;
        let ultimate = self.parent(lei, ParentLevel::Ultimate).await?;
        Ok(direct.into_iter().chain(ultimate).collect())
    }

    async fn children(&self, lei: &str) -> Result<LeiChildren, ServiceError> {
        let mut children = LeiChildren::default();
        for page in 1..=MAX_CHILD_PAGES {
            let query = [("page[number]", page.to_string()), ("page[size]", MAX_PAGE.to_string())];
            let Some(answer) = self.part(lei, "direct-children", &query).await? else { break };
            let records = read::records(&answer).ok_or_else(|| self.service.shape("no list of LEI records"))?;
            let is_last = records.len() < MAX_PAGE;
            children.records.extend(records);
            children.total = read::total(&answer).unwrap_or_default().max(children.records.len());
            if is_last || children.total == children.records.len() {
                break;
            }
        }
        Ok(children)
    }

    async fn exceptions(&self, lei: &str) -> Result<Vec<ReportingException>, ServiceError> {
        let direct = self.exception(lei, ParentLevel::Direct).await?;
        let ultimate = self.exception(lei, ParentLevel::Ultimate).await?;
        Ok(direct.into_iter().chain(ultimate).collect())
    }
}

/// Returns the LEI as one path segment: only its ASCII letters and digits, in upper case.
fn segment(lei: &str) -> String {
    lei.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_uppercase()).collect()
}

#[cfg(any(test, feature = "fuzzing"))]
pub(crate) fn read_for_fuzzing(answer: &Value) {
    let _ = (read::records(answer), read::record(answer), read::total(answer), read::relationship(answer));
    let _ = (read::exception(answer, ParentLevel::Direct), read::exception(answer, ParentLevel::Ultimate));
}

#[cfg(test)]
mod tests;
