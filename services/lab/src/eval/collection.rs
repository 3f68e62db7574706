//! A collection with questions: a folder with `docs.ndjson` {id, title, text} and `queries.ndjson` {id, text,
//! answerable}, or with `notes.ndjson` and `questions.ndjson`.

use std::path::{Path, PathBuf};

use domain::port::embedding::EmbeddingSide;
use retrieval::ranking::{self, Collection, Neighbor, Passage, Ranking, Sample, without_brackets};
use serde::Deserialize;

use super::vectors::VectorFile;
use super::{EvalReport, Files, Line, lines};

/// Nearest documents that are fused with the ranking by words; the store reads as many.
const MAX_NEIGHBORS: usize = 100;

/// Options of an evaluation over a collection.
#[derive(Debug, Clone, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    pub(super) files: Files,
    /// NDJSON file with vectors {side, text, vector}: the ranking fuses words with them. Missing vectors are computed
    /// by the embedder at AUSPEX_EMBEDDINGS_URL and added to the file; without that setting, a document without a
    /// vector is found by words alone.
    #[arg(long, value_name = "FILE")]
    pub(super) vectors: Option<PathBuf>,
}

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
    #[serde(default)]
    pub(super) answerable: Option<bool>,
}

/// Documents and questions.
pub(super) struct QuerySet {
    ids: Vec<String>,
    /// Texts of the documents as they are embedded.
    texts: Vec<String>,
    documents: Collection,
    vectors: Option<VectorFile>,
    /// Questions in the order of the file.
    pub(super) queries: Vec<Query>,
}

impl QuerySet {
    /// Reads a folder and adds invalid rows to the report. Computes the vectors that are wanted and missing.
    pub(super) async fn read(args: &Args, report: &mut EvalReport) -> anyhow::Result<Self> {
        let mut set = Self::read_texts(&args.files.input, report)?;
        if let Some(file) = &args.vectors {
            let mut vectors = VectorFile::read(file)?;
            let queries: Vec<&str> = set.queries.iter().map(|query| query.text.as_str()).collect();
            vectors.complete(EmbeddingSide::Query, &queries).await?;
            let texts: Vec<&str> = set.texts.iter().map(String::as_str).collect();
            vectors.complete(EmbeddingSide::Passage, &texts).await?;
            set.vectors = Some(vectors);
        }
        Ok(set)
    }

    fn read_texts(folder: &Path, report: &mut EvalReport) -> anyhow::Result<Self> {
        let file = |usual: &str, other: &str| {
            let usual = folder.join(usual);
            if usual.is_file() { usual } else { folder.join(other) }
        };
        let (documents, refused) = lines::<Document>(&file("docs.ndjson", "notes.ndjson"))?;
        report.refused.extend(refused);
        let (queries, refused) = lines::<Query>(&file("queries.ndjson", "questions.ndjson"))?;
        report.refused.extend(refused);
        let mut set = Self {
            ids: Vec::new(),
            texts: Vec::new(),
            documents: Collection::default(),
            vectors: None,
            queries: Vec::with_capacity(queries.len()),
        };
        for Line { row, .. } in documents {
            // Brackets in a title disambiguate things with the same name and are not part of the name.
            let name = without_brackets(&row.title);
            set.documents.add(Passage::new(&row.title, &row.text, [name.as_str()]));
            set.ids.push(row.id);
            set.texts.push(format!("{}\n{}", row.title, row.text).trim_start().to_owned());
        }
        set.queries.extend(queries.into_iter().map(|line| line.row));
        Ok(set)
    }

    /// Searches for one question, by words and, if there are vectors, by vector.
    pub(super) fn ask(&self, query: &Query) -> Ranking {
        match (&self.vectors, self.neighbors(query)) {
            (Some(vectors), Some(neighbors)) => {
                self.documents.search_near(&query.text, &neighbors, vectors.calibration())
            }
            _ => self.documents.search(&query.text),
        }
    }

    /// Returns what a calibration is fitted to: the confidence by words, and the nearest neighbour.
    pub(super) fn sample(&self, query: &Query) -> Option<Sample> {
        let nearest = ranking::nearest(&self.neighbors(query)?)?;
        Some(Sample { words: self.documents.search(&query.text).confidence, nearest })
    }

    /// Returns the nearest documents by vector; `None` without vectors.
    fn neighbors(&self, query: &Query) -> Option<Vec<Neighbor>> {
        let vectors = self.vectors.as_ref()?;
        let vector = vectors.get(EmbeddingSide::Query, &query.text)?;
        let cosine = |(place, text): (usize, &String)| {
            let other = vectors.get(EmbeddingSide::Passage, text)?;
            let cosine = vector.iter().zip(other).map(|(a, b)| f64::from(*a) * f64::from(*b)).sum();
            Some(Neighbor { place, cosine })
        };
        let mut neighbors: Vec<Neighbor> = self.texts.iter().enumerate().filter_map(cosine).collect();
        neighbors.sort_by(|a, b| b.cosine.total_cmp(&a.cosine));
        neighbors.truncate(MAX_NEIGHBORS);
        Some(neighbors)
    }

    /// Returns the id of the document at an index.
    pub(super) fn id(&self, place: usize) -> &str {
        &self.ids[place]
    }
}
