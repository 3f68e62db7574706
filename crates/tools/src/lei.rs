//! GLEIF's data about legal entities: look-up by LEI or name, relationships, verification of LEIs. Each answer is a
//! source (`tool:…`), and its statements become claims of that source.

mod note;
mod recheck;
mod relationships;
mod verify;

use agent::untrusted::statement;
use agent::{Bounds, Origin, Tool, ToolAnswer, ToolError, ToolSpec};
use domain::Source;
use domain::entity::identifier::{self, Identifier};
use serde::{Deserialize, Serialize};
use serde_json::json;
use web::gleif::{LeiRecord, NamedEntity};
use web::{ServiceError, Web};

use crate::notebook::{Claim, Notes, ShownClaim, shown, tool_source};
use crate::search::RecordedWeb;
use crate::session::Session;
use crate::{schema, text_schema};
use note::note;

pub use recheck::{MAX_LEIS, recheck};
pub(crate) use relationships::LeiRelationships;
pub use verify::LeiVerifier;

/// Name of the tool that finds LEI records.
pub const LOOKUP_LEI: &str = "lookup_lei";
/// Name of the tool that returns parents, children and reporting exceptions.
pub const LEI_RELATIONSHIPS: &str = "lei_relationships";

/// Maximum length of a legal name in characters.
const MAX_NAME_CHARS: usize = 200;
/// Maximum length of a code, a status, a city or a date, in characters.
const MAX_CODE_CHARS: usize = 64;
/// Maximum number of records found by a name.
const MAX_RECORDS: usize = 10;

/// Returns the LEI in upper case.
///
/// # Errors
/// The text is not an LEI, or its check digits are wrong; the message is for the model.
fn parse_lei(text: &str) -> Result<String, ToolError> {
    let lei = text.trim().to_ascii_uppercase();
    match identifier::read(&lei) {
        Identifier::Key("lei", _) => Ok(lei),
        Identifier::Broken("lei", reason) => Err(ToolError::to_model(format!("{lei} is not an LEI: {reason}"))),
        _ => Err(ToolError::to_model("lei is not an LEI (20 capital letters and digits, the last two check digits)")),
    }
}

/// Converts a failure of GLEIF to a message: the model continues without it.
fn to_model(error: &ServiceError) -> ToolError {
    tracing::info!(error = %error, "GLEIF gave no answer");
    ToolError::to_model(format!("{}; nothing is known from it", error.in_fixed_words()))
}

/// Reduces the words of a record, which an entity states about itself, to labels.
fn plain_record(record: &LeiRecord) -> LeiRecord {
    let code = |text: &str| statement(text, MAX_CODE_CHARS);
    LeiRecord {
        legal_name: statement(&record.legal_name, MAX_NAME_CHARS),
        other_names: record.other_names.iter().map(|name| statement(name, MAX_NAME_CHARS)).collect(),
        lei: code(&record.lei),
        jurisdiction: code(&record.jurisdiction),
        country: code(&record.country),
        city: code(&record.city),
        category: code(&record.category),
        legal_form: code(&record.legal_form),
        registered_as: code(&record.registered_as),
        entity_status: code(&record.entity_status),
        registration_status: code(&record.registration_status),
        next_renewal: code(&record.next_renewal),
        expired: code(&record.expired),
        expiration_reason: code(&record.expiration_reason),
        successors: record.successors.iter().map(plain_entity).collect(),
        associated: record.associated.as_ref().map(plain_entity),
        events: record.events.iter().map(|event| code(event)).collect(),
    }
}

fn plain_entity(named: &NamedEntity) -> NamedEntity {
    NamedEntity { lei: statement(&named.lei, MAX_CODE_CHARS), name: statement(&named.name, MAX_NAME_CHARS) }
}

/// Finds the records of legal entities.
pub(crate) struct LookupLei<W>(pub(crate) RecordedWeb<W>);

#[derive(Deserialize)]
pub(crate) struct LeiQuery {
    lei: Option<String>,
    name: Option<String>,
}

/// The records found, empty if GLEIF has none.
#[derive(Serialize)]
pub(crate) struct FoundRecords {
    found: bool,
    records: Vec<SourcedRecord>,
    claims: Vec<ShownClaim>,
}

/// A record and the id of its source.
#[derive(Serialize)]
struct SourcedRecord {
    source: String,
    #[serde(flatten)]
    record: LeiRecord,
}

impl<W: Web> Tool<Session, Notes> for LookupLei<W> {
    type Input = LeiQuery;
    type Output = FoundRecords;

    fn spec(&self) -> ToolSpec {
        let fields = [
            ("lei", text_schema("Legal Entity Identifier, 20 characters.")),
            ("name", text_schema("Legal name of an entity, if its LEI is unknown.")),
        ];
        let about = "GLEIF's records of legal entities: name, jurisdiction, status. Give an LEI or a name.";
        schema(LOOKUP_LEI, about, 0, &fields)
    }

    fn origin(&self) -> Origin {
        Origin::Data
    }

    fn bounds(&self) -> Bounds {
        crate::LEI_BOUNDS
    }

    fn is_offered(&self, session: &Session) -> bool {
        session.scope.topics.legal_entity
    }

    async fn call(&self, session: &Session, input: LeiQuery) -> Result<ToolAnswer<FoundRecords, Notes>, ToolError> {
        let (request, lei) = match (input.lei, input.name) {
            (Some(lei), _) => {
                let lei = parse_lei(&lei)?;
                session.ensure_public_identifier(&lei)?;
                (json!({"lei": lei}), Some(lei))
            }
            (None, Some(name)) => (json!({"name": session.outgoing_query(name.trim())?.text}), None),
            (None, None) => return Err(ToolError::to_model("give an LEI or a name")),
        };
        let web = &self.0.web;
        let call = async {
            let found = match &lei {
                Some(lei) => web.records(std::slice::from_ref(lei)).await,
                None => web.by_name(request["name"].as_str().unwrap_or_default(), MAX_RECORDS).await,
            };
            found.map_err(|error| to_model(&error))
        };
        let (records, basis): (Vec<LeiRecord>, _) = self.0.answers.answer(LOOKUP_LEI, &request, call).await?;
        let mut answer = sourced(session, records.iter().map(plain_record).collect());
        answer.notes.bases.push(basis);
        Ok(answer)
    }
}

/// Returns the records with one source and one claim for each.
fn sourced(session: &Session, records: Vec<LeiRecord>) -> ToolAnswer<FoundRecords, Notes> {
    let mut notes = Notes::default();
    let mut sourced = Vec::with_capacity(records.len());
    for record in records {
        let source = Source {
            title: format!("LEI record of {}", record.legal_name),
            publisher: "GLEIF".to_owned(),
            ..tool_source(LOOKUP_LEI, &record.lei, &json!(record).to_string(), session.scope.started)
        };
        notes.claims.push(Claim::of_tool(&source, described(&record)));
        let note = note(&record);
        if !note.is_empty() {
            notes.claims.push(Claim::of_tool(&source, format!("{} ({}): {note}", record.legal_name, record.lei)));
        }
        sourced.push(SourcedRecord { source: source.id.clone(), record });
        notes.sources.push(source);
    }
    let output = FoundRecords { found: !sourced.is_empty(), records: sourced, claims: shown(&notes.claims) };
    ToolAnswer { output, notes }
}

fn described(record: &LeiRecord) -> String {
    let LeiRecord { lei, legal_name, jurisdiction, city, registered_as, entity_status, registration_status, .. } =
        record;
    let seat = if city.is_empty() { String::new() } else { format!(", its seat in {city}") };
    let number =
        if registered_as.is_empty() { String::new() } else { format!(", the number {registered_as} in its register") };
    format!(
        "{legal_name} has the LEI {lei}{number}{seat} and the jurisdiction {jurisdiction}; the entity is {entity_status}, the registration {registration_status}."
    )
}

#[cfg(test)]
mod tests;
