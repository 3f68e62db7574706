//! Web domains that the research of one request may use, and those that it must not use. A domain includes its
//! subdomains.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Maximum number of domains of each list.
pub const MAX_DOMAINS: usize = 50;
/// Maximum length of a domain in bytes, as the domain name system limits it.
const MAX_DOMAIN_BYTES: usize = 253;

/// Domains that research may use (all if there is none), without those that it must not use.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SourceRules {
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    allow: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    deny: Vec<String>,
}

/// Reason why rules are refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{list}: {problem}")]
pub struct InvalidSourceRules {
    /// The list, `allow` or `deny`.
    pub list: &'static str,
    /// The problem, with the domain.
    pub problem: String,
}

impl SourceRules {
    /// Checks domains and returns the rules.
    ///
    /// # Errors
    /// A list is too long, a text is not a domain, or a domain is in both lists.
    pub fn new(allow: &[String], deny: &[String]) -> Result<Self, InvalidSourceRules> {
        let (allow, deny) = (domains("allow", allow)?, domains("deny", deny)?);
        match allow.iter().find(|domain| deny.contains(domain)) {
            Some(both) => Err(InvalidSourceRules { list: "deny", problem: format!("{both:?} is allowed as well") }),
            None => Ok(Self { allow, deny }),
        }
    }

    /// Returns the domains that may be used; all if there is none.
    pub fn allow(&self) -> &[String] {
        &self.allow
    }

    /// Returns the domains that must not be used.
    pub fn deny(&self) -> &[String] {
        &self.deny
    }

    /// Returns `true` if every domain may be used.
    pub fn is_empty(&self) -> bool {
        self.allow.is_empty() && self.deny.is_empty()
    }

    /// Returns `true` if a host may be used. A denied domain is not used even if one above it is allowed.
    pub fn permits(&self, host: &str) -> bool {
        let host = host.trim_end_matches('.').to_ascii_lowercase();
        let includes = |domain: &String| is_within(&host, domain);
        !self.deny.iter().any(includes) && (self.allow.is_empty() || self.allow.iter().any(includes))
    }
}

/// For people: `only a.example, b.example; never c.example`.
impl fmt::Display for SourceRules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.allow.is_empty(), self.deny.is_empty()) {
            (true, true) => f.write_str("all domains"),
            (false, true) => write!(f, "only {}", self.allow.join(", ")),
            (true, false) => write!(f, "never {}", self.deny.join(", ")),
            (false, false) => write!(f, "only {}; never {}", self.allow.join(", "), self.deny.join(", ")),
        }
    }
}

fn is_within(host: &str, domain: &str) -> bool {
    host.strip_suffix(domain).is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
}

fn domains(list: &'static str, texts: &[String]) -> Result<Vec<String>, InvalidSourceRules> {
    if texts.len() > MAX_DOMAINS {
        let problem = format!("has {} domains, at most {MAX_DOMAINS} are allowed", texts.len());
        return Err(InvalidSourceRules { list, problem });
    }
    let mut domains = Vec::with_capacity(texts.len());
    for text in texts {
        let domain = domain(text).map_err(|problem| InvalidSourceRules { list, problem })?;
        if !domains.contains(&domain) {
            domains.push(domain);
        }
    }
    Ok(domains)
}

/// Returns a domain in lower case, without `*.` and `www.` before it.
fn domain(text: &str) -> Result<String, String> {
    let lower = text.trim().to_ascii_lowercase();
    let bare = lower.strip_prefix("*.").unwrap_or(&lower).trim_end_matches('.');
    let bare = bare.strip_prefix("www.").filter(|rest| rest.contains('.')).unwrap_or(bare);
    let is_label = |label: &str| {
        (1..=63).contains(&label.len())
            && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_')
            && !label.starts_with('-')
            && !label.ends_with('-')
    };
    match bare.len() <= MAX_DOMAIN_BYTES && bare.split('.').all(is_label) {
        true => Ok(bare.to_owned()),
        false => Err(format!("{text:?} is not a domain; write it like example.org, without scheme, port and path")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rules(allow: &[&str], deny: &[&str]) -> Result<SourceRules, InvalidSourceRules> {
        let owned = |list: &[&str]| list.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>();
        SourceRules::new(&owned(allow), &owned(deny))
    }

    #[test]
    fn a_domain_includes_its_subdomains_and_a_denied_one_wins() {
        let rules = rules(&["*.Example.org", "gov.uk", "example.org"], &["ads.example.org"]).unwrap();
        assert_eq!(rules.to_string(), "only example.org, gov.uk; never ads.example.org");
        for host in ["example.org", "www.example.org", "EXAMPLE.org.", "stats.gov.uk"] {
            assert!(rules.permits(host), "{host}");
        }
        for host in ["notexample.org", "example.org.evil.net", "ads.example.org", "x.ads.example.org", "", "org"] {
            assert!(!rules.permits(host), "{host}");
        }
        let open = SourceRules::default();
        assert!(open.is_empty() && open.permits("anything.net"));
    }

    #[test]
    fn a_text_that_is_no_domain_is_refused_with_the_list() {
        for text in ["", "https://example.org", "example.org/a", "example.org:80", "a b.org", "-a.org", "a..org"] {
            let error = rules(&[], &[text]).unwrap_err();
            assert!(error.list == "deny" && error.problem.contains("is not a domain"), "{text}: {error}");
        }
        assert_eq!(rules(&["a.org"], &["www.a.org"]).unwrap_err().list, "deny");
        let many: Vec<String> = (0..=MAX_DOMAINS).map(|n| format!("a{n}.org")).collect();
        assert!(SourceRules::new(&many, &[]).unwrap_err().problem.contains("at most 50"));
    }
}
