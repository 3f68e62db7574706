//! A collection with questions: a folder with `docs.ndjson` {id, title, text} and `queries.ndjson` {id, text}.

use std::path::Path;

use retrieval::ranking::{Found, Library, Passage, without_brackets};
use serde::Deserialize;

use super::{Line, Report, lines};

#[derive(Debug, Deserialize)]
struct Document {
    id: String,
    #[serde(default)]
    title: String,
    text: String,
}

/// A question to the collection.
#[derive(Debug, Deserialize)]
pub(super) struct Query {
    /// Its id.
    pub(super) id: String,
    /// The question.
    pub(super) text: String,
    /// Do the documents hold the answer? Where it is known.
    pub(super) answerable: Option<bool>,
}

/// Documents to search in and questions to ask.
pub(super) struct Collection {
    ids: Vec<String>,
    library: Library,
    /// The questions.
    pub(super) queries: Vec<Query>,
}

impl Collection {
    /// Reads a folder; bad rows are told in the report.
    pub(super) fn read(folder: &Path, report: &mut Report) -> anyhow::Result<Self> {
        let (documents, refused) = lines::<Document>(&folder.join("docs.ndjson"))?;
        report.refused.extend(refused);
        let (queries, refused) = lines::<Query>(&folder.join("queries.ndjson"))?;
        report.refused.extend(refused);
        let mut collection =
            Self { ids: Vec::new(), library: Library::default(), queries: Vec::with_capacity(queries.len()) };
        for Line { row, .. } in documents {
            // What a title says in brackets tells things of one name apart; it is no part of the name.
            let name = without_brackets(&row.title);
            collection.library.add(Passage::new(&row.title, &row.text, [name.as_str()]));
            collection.ids.push(row.id);
        }
        collection.queries.extend(queries.into_iter().map(|line| line.row));
        Ok(collection)
    }

    /// Asks one question.
    pub(super) fn ask(&self, query: &Query) -> Found {
        self.library.search(&query.text)
    }

    /// The id of a document.
    pub(super) fn id(&self, place: usize) -> &str {
        &self.ids[place]
    }
}
