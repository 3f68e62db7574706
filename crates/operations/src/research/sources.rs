//! Web domains that the research of a request may or must not use.

use domain::SourceRules;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::OperationError;

/// Web domains that the research may or must not use. A domain includes its subdomains.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct SourceDomains {
    /// Domains to which search results and pages are restricted, e.g. `sec.gov`; all if empty.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(max_items = 50)]
    pub allow: Vec<String>,
    /// Domains that are never read, and whose search results are left out.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(max_items = 50)]
    pub deny: Vec<String>,
}

impl SourceDomains {
    /// Returns the rules.
    ///
    /// # Errors
    /// A list is too long, a text is not a domain, or a domain is in both lists.
    pub fn rules(&self) -> Result<SourceRules, OperationError> {
        let invalid = |error: domain::source_rules::InvalidSourceRules| {
            OperationError::invalid(format!("sources.{}", error.list), error.problem)
        };
        SourceRules::new(&self.allow, &self.deny).map_err(invalid)
    }
}

impl From<&SourceRules> for SourceDomains {
    fn from(rules: &SourceRules) -> Self {
        Self { allow: rules.allow().to_vec(), deny: rules.deny().to_vec() }
    }
}
