//! `lab eval retrieval`: ranks the documents of a collection in memory with the ranking of `auspex retrieve`.

use super::collection::{Args, QuerySet};
use super::{Answers, EvalReport};

/// Documents written per question.
const MAX_DOCUMENTS: usize = 100;

/// Writes query id, document id and score, separated by tabs, for each question, best document first.
pub(super) async fn run(args: &Args) -> anyhow::Result<EvalReport> {
    let mut report = EvalReport::new("retrieval", "queries");
    let collection = QuerySet::read(args, &mut report).await?;
    let mut answers = Answers::create(&args.files.output)?;
    let start = std::time::Instant::now();
    let found: Vec<_> = collection.queries.iter().map(|query| (query, collection.ask(query))).collect();
    report.timed(found.len(), start.elapsed());
    for (query, found) in &found {
        for hit in found.hits.iter().take(MAX_DOCUMENTS) {
            answers.text(&format!("{}\t{}\t{:.6}", query.id, collection.id(hit.place), hit.score))?;
        }
    }
    answers.finish()?;
    Ok(report)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::Files;

    #[tokio::test]
    async fn the_document_that_answers_comes_first() {
        let folder = tempfile::tempdir().unwrap();
        let documents = [
            r#"{"id":"a","title":"Harbour master","text":"Keeps the tide tables of the port."}"#,
            r#"{"id":"b","title":"Lighthouse","text":"A tower whose lamp guides ships."}"#,
        ];
        std::fs::write(folder.path().join("docs.ndjson"), documents.join("\n")).unwrap();
        std::fs::write(
            folder.path().join("queries.ndjson"),
            "{\"id\":\"q\",\"text\":\"Which tower guides a ship?\"}\n",
        )
        .unwrap();
        let files = Files { input: folder.path().to_owned(), output: folder.path().join("run.tsv") };
        let args = Args { files: files.clone(), vectors: None };
        assert_eq!(run(&args).await.unwrap().done, 1);
        let written = std::fs::read_to_string(&files.output).unwrap();
        assert!(written.starts_with("q\tb\t"), "{written}");
        // A vector finds what no word finds, and the file serves without an embedder.
        let query = r#"{"id":"q","text":"Leuchtfeuer an der Mole"}"#;
        std::fs::write(folder.path().join("queries.ndjson"), query).unwrap();
        let vectors = folder.path().join("vectors.ndjson");
        let rows = [
            r#"{"side":"query","text":"Leuchtfeuer an der Mole","vector":[1.0,0.0]}"#,
            r#"{"side":"passage","text":"Harbour master\nKeeps the tide tables of the port.","vector":[0.0,1.0]}"#,
            r#"{"side":"passage","text":"Lighthouse\nA tower whose lamp guides ships.","vector":[1.0,0.0]}"#,
        ];
        std::fs::write(&vectors, rows.join("\n")).unwrap();
        assert_eq!(run(&args).await.unwrap().done, 1);
        assert_eq!(std::fs::read_to_string(&files.output).unwrap(), "", "words alone find nothing");
        run(&Args { vectors: Some(vectors), ..args }).await.unwrap();
        let written = std::fs::read_to_string(&files.output).unwrap();
        assert!(written.starts_with("q\tb\t"), "{written}");
    }
}
