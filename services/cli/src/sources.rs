//! Options that restrict the web domains of research.

use operations::research::SourceDomains;

/// Web domains that the research may or must not use.
#[derive(Debug, Clone, Default, clap::Args)]
pub struct SourceArgs {
    /// Restrict search results and pages to this domain and its subdomains, e.g. sec.gov. May be repeated.
    #[arg(long, value_name = "DOMAIN")]
    allow: Vec<String>,
    /// Never read pages of this domain and its subdomains. May be repeated.
    #[arg(long, value_name = "DOMAIN")]
    deny: Vec<String>,
}

impl SourceArgs {
    /// Returns the domains as an operation takes them; `None` without a restriction.
    pub fn domains(&self) -> Option<SourceDomains> {
        let domains = SourceDomains { allow: self.allow.clone(), deny: self.deny.clone() };
        (domains != SourceDomains::default()).then_some(domains)
    }
}
