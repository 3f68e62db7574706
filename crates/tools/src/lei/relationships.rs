//! Parents, children and reporting exceptions of a legal entity.

use agent::untrusted::statement;
use agent::{Bounds, Origin, Tool, ToolAnswer, ToolError, ToolSpec};
use serde::{Deserialize, Serialize};
use serde_json::json;
use web::gleif::{LeiChildren, LeiParent, LeiRecord, ParentLevel, Relationship, ReportingException};
use web::{ServiceError, Web};

use super::{LEI_RELATIONSHIPS, MAX_CODE_CHARS, MAX_NAME_CHARS, parse_lei, plain_record, to_model};
use crate::notebook::{Claim, Notes, ShownClaim, shown, tool_source};
use crate::search::RecordedWeb;
use crate::session::Session;
use crate::{TaskTopics, schema, text_schema};

/// Maximum number of children in an answer; their number is given in every case.
const MAX_CHILDREN: usize = 50;

/// Returns an entity's place in its group.
pub(crate) struct LeiRelationships<W>(pub(crate) RecordedWeb<W>);

#[derive(Deserialize)]
pub(crate) struct RelationshipsInput {
    lei: String,
}

/// GLEIF's data about one entity, as recorded.
#[derive(Debug, Serialize, Deserialize)]
struct Group {
    parents: Vec<LeiParent>,
    exceptions: Vec<ReportingException>,
    children: LeiChildren,
}

/// The group of one entity, for the model.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct GroupAnswer {
    source: String,
    lei: String,
    parents: Vec<LeiParent>,
    exceptions: Vec<ReportingException>,
    children_total: usize,
    children: Vec<Child>,
    claims: Vec<ShownClaim>,
}

/// A child in short form.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Child {
    lei: String,
    legal_name: String,
    jurisdiction: String,
    category: String,
    entity_status: String,
}

impl From<LeiRecord> for Child {
    fn from(record: LeiRecord) -> Self {
        let LeiRecord { lei, legal_name, jurisdiction, category, entity_status, .. } = record;
        Self { lei, legal_name, jurisdiction, category, entity_status }
    }
}

impl<W: Web> Tool<Session, Notes> for LeiRelationships<W> {
    type Input = RelationshipsInput;
    type Output = GroupAnswer;

    fn spec(&self) -> ToolSpec {
        let about = "GLEIF's data about an entity's group: direct and ultimate parent, the reason why a parent is not reported, children.";
        schema(LEI_RELATIONSHIPS, about, 1, &[("lei", text_schema("Legal Entity Identifier, 20 characters."))])
    }

    fn origin(&self) -> Origin {
        Origin::Data
    }

    fn bounds(&self) -> Bounds {
        crate::LEI_BOUNDS
    }

    /// Other loops get it with the first record.
    fn is_offered(&self, session: &Session) -> bool {
        session.scope.topics == TaskTopics::ALL
    }

    async fn call(
        &self,
        session: &Session,
        input: RelationshipsInput,
    ) -> Result<ToolAnswer<GroupAnswer, Notes>, ToolError> {
        let lei = parse_lei(&input.lei)?;
        session.ensure_public_identifier(&lei)?;
        let call = async { self.group(&lei).await.map_err(|error| to_model(&error)) };
        let (group, basis) = self.0.answers.answer(LEI_RELATIONSHIPS, &json!({"lei": lei}), call).await?;
        let mut answer = answer(session, lei, plain_group(group));
        answer.notes.bases.push(basis);
        Ok(answer)
    }
}

impl<W: Web> LeiRelationships<W> {
    /// Requests the group. Exceptions exist only for levels without a parent.
    async fn group(&self, lei: &str) -> Result<Group, ServiceError> {
        let web = &self.0.web;
        let parents = web.parents(lei).await?;
        let is_reported = |level| parents.iter().any(|parent: &LeiParent| parent.level == level);
        let complete = is_reported(ParentLevel::Direct) && is_reported(ParentLevel::Ultimate);
        let exceptions = if complete { Vec::new() } else { web.exceptions(lei).await? };
        Ok(Group { parents, exceptions, children: web.children(lei).await? })
    }
}

/// Reduces the words of a group, which its members state about themselves, to labels.
fn plain_group(group: Group) -> Group {
    let code = |text: &str| statement(text, MAX_CODE_CHARS);
    let relationship = |known: Relationship| Relationship {
        kind: code(&known.kind),
        status: code(&known.status),
        since: code(&known.since),
        registration_status: code(&known.registration_status),
        corroboration: code(&known.corroboration),
    };
    let parent = |parent: LeiParent| LeiParent {
        record: plain_record(&parent.record),
        relationship: parent.relationship.map(relationship),
        ..parent
    };
    let exception = |exception: ReportingException| ReportingException {
        category: code(&exception.category),
        reason: code(&exception.reason),
        reference: statement(&exception.reference, MAX_NAME_CHARS),
        ..exception
    };
    let LeiChildren { total, records } = group.children;
    Group {
        parents: group.parents.into_iter().map(parent).collect(),
        exceptions: group.exceptions.into_iter().map(exception).collect(),
        children: LeiChildren { total, records: records.iter().map(plain_record).collect() },
    }
}

fn answer(session: &Session, lei: String, group: Group) -> ToolAnswer<GroupAnswer, Notes> {
    let source = tool_source(LEI_RELATIONSHIPS, &lei, &json!(group).to_string(), session.scope.started);
    let claims: Vec<Claim> = statements(&lei, &group).into_iter().map(|text| Claim::of_tool(&source, text)).collect();
    let Group { parents, exceptions, children } = group;
    let output = GroupAnswer {
        source: source.id.clone(),
        lei,
        parents,
        exceptions,
        children_total: children.total,
        children: children.records.into_iter().take(MAX_CHILDREN).map(Child::from).collect(),
        claims: shown(&claims),
    };
    ToolAnswer { output, notes: Notes { sources: vec![source], claims, ..Notes::default() } }
}

fn statements(lei: &str, group: &Group) -> Vec<String> {
    let level = |level| if level == ParentLevel::Direct { "direct" } else { "ultimate" };
    let parents = group.parents.iter().map(|parent| {
        let LeiRecord { lei: of, legal_name, .. } = &parent.record;
        format!("The {} parent of {lei} is {legal_name} ({of}).", level(parent.level))
    });
    let exceptions = group.exceptions.iter().map(|exception| {
        format!("{lei} reports no {} parent; the reason is {}.", level(exception.level), exception.reason)
    });
    let total = group.children.total;
    let noun = if total == 1 { "child" } else { "children" };
    let children = format!("GLEIF reports {total} direct {noun} of {lei}.");
    parents.chain(exceptions).chain([children]).collect()
}
