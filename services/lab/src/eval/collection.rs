//! A collection with questions: a folder with `docs.ndjson` {id, title, text} and `queries.ndjson` {id, text,
//! answerable}.

use std::path::Path;

use retrieval::ranking::{Collection, Passage, Ranking, without_brackets};
use serde::Deserialize;

use super::{EvalReport, Line, lines};

#[derive(Debug, Deserialize)]
struct Document {
    id: String,
    #[serde(default)]
    title: String,
    text: String,
}

/// One question of a collection.
#[derive(Debug, Deserialize)]
pub(super) struct Query {
    /// Id in the set.
    pub(super) id: String,
    /// Text of the question.
    pub(super) text: String,
    /// True if the documents contain the answer; `None` if the set has no label.
    pub(super) answerable: Option<bool>,
}

/// Documents and questions.
pub(super) struct QuerySet {
    ids: Vec<String>,
    documents: Collection,
    /// Questions in the order of the file.
    pub(super) queries: Vec<Query>,
}

impl QuerySet {
    /// Reads a folder and adds invalid rows to the report.
    pub(super) fn read(folder: &Path, report: &mut EvalReport) -> anyhow::Result<Self> {
        let (documents, refused) = lines::<Document>(&folder.join("docs.ndjson"))?;
        report.refused.extend(refused);
        let (queries, refused) = lines::<Query>(&folder.join("queries.ndjson"))?;
        report.refused.extend(refused);
        let mut set =
            Self { ids: Vec::new(), documents: Collection::default(), queries: Vec::with_capacity(queries.len()) };
        for Line { row, .. } in documents {
            // Brackets in a title disambiguate things with the same name and are not part of the name.
            let name = without_brackets(&row.title);
            set.documents.add(Passage::new(&row.title, &row.text, [name.as_str()]));
            set.ids.push(row.id);
        }
        set.queries.extend(queries.into_iter().map(|line| line.row));
        Ok(set)
    }

    /// Searches for one question.
    pub(super) fn ask(&self, query: &Query) -> Ranking {
        self.documents.search(&query.text)
    }

    /// Returns the id of the document at an index.
    pub(super) fn id(&self, place: usize) -> &str {
        &self.ids[place]
    }
}
