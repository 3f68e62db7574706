//! Facts that the tools returned about the subject of a macro: its record, its parents, children and exceptions, pages.

use serde_json::{Map, Value, json};

use crate::rules::research::seen::ConversationCalls;

/// Public page of an LEI record.
const GLEIF_RECORD: &str = "https://search.gleif.org/#/record/";

/// Entities and texts that the tools returned. An entity is the record of a tool with `role`, `level`, `kind`, `source`
/// and `title` added.
pub(super) struct Facts<'a> {
    /// Parameters of the macro.
    pub(super) parameters: &'a Map<String, Value>,
    /// The subject: its record, or only its name as the parameters give it.
    pub(super) subject: Value,
    /// Parents, each once, in the order in which they were found.
    pub(super) parents: Vec<Value>,
    /// Direct children of the subject and of its parents, each once.
    pub(super) children: Vec<Value>,
    /// Statements about what the tools did not return.
    pub(super) open_points: Vec<String>,
    /// Links from an owned entity to its closest known parent: `owned`, `owner` (an entity), `control`, `source`.
    pub(super) links: Vec<Value>,
    /// Reporting exceptions as GLEIF's tool returned them, with the name of the entity and `source`.
    pub(super) exceptions: Vec<Value>,
    /// Claims of the pages that were read: `text`, `quote`, `date`, `source`.
    pub(super) claims: Vec<Value>,
}

/// Returns the LEI among the parameters.
pub(super) fn lei_of(parameters: &Map<String, Value>) -> Option<&str> {
    let lei = parameters.iter().find(|(name, _)| name.as_str() == "lei" || name.ends_with("_lei"))?.1.as_str()?.trim();
    (!lei.is_empty()).then_some(lei)
}

/// Returns the name among the parameters: the first text whose parameter is called a name, else the first text.
pub(super) fn name_of(parameters: &Map<String, Value>) -> Option<&str> {
    let texts = || parameters.iter().filter_map(|(name, value)| Some((name.as_str(), value.as_str()?.trim())));
    let is_name =
        |name: &str| ["name", "client", "company", "entity", "subject"].iter().any(|word| name.contains(word));
    let is_other = |name: &str| name.contains("lei") || name.contains("jurisdiction") || name.contains("country");
    let named = texts().find(|(name, text)| is_name(name) && !is_other(name) && !text.is_empty());
    named.or_else(|| texts().find(|(name, text)| !is_other(name) && !text.is_empty())).map(|(_, text)| text)
}

impl<'a> Facts<'a> {
    /// Collects the facts of the conversation.
    pub(super) fn new(parameters: &'a Map<String, Value>, seen: &ConversationCalls) -> Self {
        let records: Vec<&Value> =
            seen.results("lookup_lei").flat_map(|result| result["records"].as_array().into_iter().flatten()).collect();
        let given =
            || json!({"legalName": name_of(parameters), "jurisdiction": code_of(parameters), "role": "subject"});
        let mut facts = Self {
            parameters,
            subject: subject(parameters, &records).map_or_else(given, |record| entity(record, "subsidiary", "")),
            parents: Vec::new(),
            children: Vec::new(),
            open_points: Vec::new(),
            links: Vec::new(),
            exceptions: Vec::new(),
            claims: claims(seen),
        };
        for group in seen.results("lei_relationships").filter(|group| group["lei"].is_string()) {
            facts.add_group(group);
        }
        facts
    }

    fn add_group(&mut self, group: &Value) {
        let owned = self.entities().find(|entity| entity["lei"] == group["lei"]).cloned().unwrap_or_default();
        let parents: Vec<Value> = group["parents"].as_array().into_iter().flatten().map(parent).collect();
        // The closest parent owns the entity; a higher one owns it only through others.
        if let Some(owner) = parents.first() {
            let link = json!({"owned": owned["legalName"], "owner": owner, "control": "accounting_consolidation",
                "source": record_url(&group["lei"]), "title": title(&owned)});
            self.links.push(link);
        }
        for parent in parents {
            if !self.parents.iter().any(|known| known["lei"] == parent["lei"]) {
                self.parents.push(parent);
            }
        }
        for exception in group["exceptions"].as_array().into_iter().flatten() {
            let mut exception = exception.clone();
            exception["lei"] = group["lei"].clone();
            exception["entityName"] = owned["legalName"].clone();
            exception["source"] = json!(record_url(&group["lei"]));
            self.exceptions.push(exception);
        }
        let children = group["children"].as_array().map(Vec::as_slice).unwrap_or_default();
        let total = group["childrenTotal"].as_u64().unwrap_or_default();
        if total > children.len() as u64 {
            let (name, listed) = (owned["legalName"].as_str().unwrap_or_default(), children.len());
            self.open_points.push(format!("GLEIF reports {total} direct children of {name}; {listed} were listed."));
        }
        for child in children {
            if !self.entities().chain(&self.children).any(|known| known["lei"] == child["lei"]) {
                let role = if child["category"] == "FUND" { "fund" } else { "subsidiary" };
                self.children.push(entity(child, role, ""));
            }
        }
    }

    /// Returns the subject and its parents.
    fn entities(&self) -> impl Iterator<Item = &Value> {
        std::iter::once(&self.subject).chain(&self.parents)
    }

    /// Returns true if a record of the subject was found.
    pub(super) fn has_record(&self) -> bool {
        self.subject["lei"].is_string()
    }

    /// Returns the LEIs whose group belongs to the answer: the subject and its parents.
    pub(super) fn group_leis(&self) -> Vec<String> {
        self.entities().filter_map(|entity| entity["lei"].as_str().map(str::to_owned)).collect()
    }

    /// Returns the highest known entity of the group.
    pub(super) fn apex(&self) -> &Value {
        let ultimate = self.parents.iter().rfind(|parent| parent["level"] == "ultimate");
        ultimate.or(self.parents.last()).unwrap_or(&self.subject)
    }

    /// Returns the entities of the group other than the apex.
    pub(super) fn below_apex(&self) -> Vec<&Value> {
        let apex = &self.apex()["lei"];
        self.entities()
            .chain(&self.children)
            .filter(|entity| entity["lei"].is_string() && entity["lei"] != *apex)
            .collect()
    }

    /// Returns the addresses of the records and pages, each once.
    pub(super) fn urls(&self) -> Vec<String> {
        let sources = self.entities().chain(&self.claims).filter_map(|about| about["source"].as_str());
        sources.fold(Vec::new(), |mut urls, url| {
            if !urls.iter().any(|known| known == url) {
                urls.push(url.to_owned());
            }
            urls
        })
    }
}

fn parent(parent: &Value) -> Value {
    let level = parent["level"].as_str().unwrap_or_default();
    entity(&parent["record"], "subsidiary", level)
}

/// Returns the country code among the parameters.
fn code_of(parameters: &Map<String, Value>) -> Option<&str> {
    let code = parameters.get("jurisdiction")?.as_str()?;
    (code.len() == 2 && code.bytes().all(|byte| byte.is_ascii_uppercase())).then_some(code)
}

fn title(entity: &Value) -> String {
    format!("GLEIF record of {}", entity["legalName"].as_str().unwrap_or_default())
}

/// Returns the record that the parameters mean: that of the LEI, or one with the same name, or the only one.
fn subject<'a>(parameters: &Map<String, Value>, records: &[&'a Value]) -> Option<&'a Value> {
    if let Some(lei) = lei_of(parameters) {
        return records.iter().find(|record| record["lei"] == lei).copied();
    }
    let name = name_of(parameters)?.to_lowercase();
    let legal = |record: &Value| record["legalName"].as_str().unwrap_or_default().to_lowercase();
    let same = records.iter().find(|record| legal(record) == name).copied();
    let only = if let [only] = records { Some(*only) } else { None };
    same.or(only)
}

fn entity(record: &Value, role: &str, level: &str) -> Value {
    let mut entity = record.clone();
    let kind = match record["category"].as_str() {
        Some("FUND") => "fund",
        Some("SOLE_PROPRIETOR") => "other",
        _ => "company",
    };
    entity["role"] = json!(role);
    entity["level"] = json!(level);
    entity["kind"] = json!(kind);
    entity["source"] = json!(record_url(&record["lei"]));
    entity["title"] = json!(title(record));
    entity
}

fn record_url(lei: &Value) -> String {
    format!("{GLEIF_RECORD}{}", lei.as_str().unwrap_or_default())
}

/// Returns the claims of pages, each with the address of its page.
fn claims(seen: &ConversationCalls) -> Vec<Value> {
    let address = |claim: &Value| {
        let hit = seen.hits().into_iter().find(|hit| hit["source"] == claim["source"]);
        hit.and_then(|hit| hit["url"].as_str()).map(str::to_owned)
    };
    let with_address = |(claim, _): (&Value, &str)| {
        let mut claim = claim.clone();
        claim["source"] = json!(address(&claim)?);
        Some(claim)
    };
    seen.claims().into_iter().filter_map(with_address).collect()
}
