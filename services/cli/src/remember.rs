//! `auspex remember FILE|URL…`: adds documents to memory. A file is read here, and its passages become notes; a web page
//! is read by the fleet, under its rules for addresses.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context as _, bail};
use operations::memory::GivenDocument;
use operations::research::entities::EntitiesWanted;
use serde::Serialize;

use crate::door::Door;
use crate::whole_number::within;
use crate::{Context, output};

mod parts;

/// Maximum size of a file in bytes.
const MAX_FILE_BYTES: u64 = 20_000_000;
/// Maximum characters of a note in a list.
const MAX_NOTE_CHARS: usize = 200;

/// Command-line arguments of `auspex remember`.
#[derive(Debug, Clone, clap::Args)]
pub struct Args {
    /// Files (text, Markdown, CSV, HTML, PDF, RTF, JSON, documents of office programs) or web addresses.
    #[arg(required_unless_present = "list", num_args = 1..=50, value_name = "FILE|URL")]
    documents: Vec<String>,
    /// List the newest notes of memory instead, at most this number, 1 to 200.
    #[arg(long, value_name = "N", num_args = 0..=1, default_missing_value = "50", conflicts_with_all = ["documents", "title", "source"],
        value_parser = within(1_u32..=200))]
    list: Option<u32>,
    /// With --list: only notes about this entity (its id, as `auspex show NAME` prints it).
    #[arg(long, requires = "list", value_name = "ID")]
    entity: Option<String>,
    /// Title of the file [default: the document's own title, or the name of the file].
    #[arg(long)]
    title: Option<String>,
    /// Web address of which the file is a copy.
    #[arg(long, value_name = "URL")]
    source: Option<String>,
}

/// What was added for one argument.
#[derive(Debug, Serialize)]
struct AddedDocument {
    document: String,
    /// Ids of the notes of a file.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    notes: Vec<String>,
    /// Job of the research that reads a web page.
    #[serde(skip_serializing_if = "Option::is_none")]
    research: Option<String>,
}

/// Adds each document. A web page costs money, because a model reads it.
///
/// # Errors
/// When a file cannot be read, the operation is refused, or the gateway cannot be reached.
pub async fn run(args: Args, context: &Context) -> anyhow::Result<ExitCode> {
    if let Some(limit) = args.list {
        return list(limit, args.entity.as_deref(), context).await;
    }
    let (mut urls, mut files) = (Vec::new(), Vec::new());
    for text in &args.documents {
        let kind = if is_url(text)? { &mut urls } else { &mut files };
        kind.push(text.clone());
    }
    if files.len() != 1 && (args.title.is_some() || args.source.is_some()) {
        bail!("--title and --source describe one file; {} were named", files.len());
    }
    let documents = files.iter().map(|file| Ok((file, args.read(Path::new(file))?)));
    let documents: Vec<(&String, GivenDocument)> = documents.collect::<anyhow::Result<_>>()?;
    let door = Door::open(context)?;
    let mut all = Vec::new();
    for (file, document) in documents {
        let mut notes = Vec::new();
        for text in parts::split(&document.text) {
            let part = GivenDocument { text, ..document.clone() };
            notes.extend(door.remember(&part).await.with_context(|| format!("{file} was not remembered"))?.notes);
        }
        all.push(AddedDocument { document: file.clone(), notes, research: None });
    }
    if !urls.is_empty() {
        let wanted = EntitiesWanted { identifiers: urls.clone(), ..EntitiesWanted::default() };
        let job = door.research_entities(&wanted).await.context("the pages are not read")?.job;
        let reading = |document| AddedDocument { document, notes: Vec::new(), research: Some(job.clone()) };
        all.extend(urls.into_iter().map(reading));
    }
    context.print(&all, |all| all.iter().map(line).collect::<Vec<_>>())?;
    Ok(ExitCode::SUCCESS)
}

async fn list(limit: u32, entity: Option<&str>, context: &Context) -> anyhow::Result<ExitCode> {
    context.print_each(&Door::open(context)?.notes(limit, entity).await?.items, |note| {
        let text = output::truncate(&note.text, MAX_NOTE_CHARS);
        format!("{}  {}  {text}", note.id, note.learned_at.format("%F %T"))
    })?;
    Ok(ExitCode::SUCCESS)
}

/// Returns true for a web address and false for a file.
fn is_url(text: &str) -> anyhow::Result<bool> {
    match text.split_once("://") {
        Some((scheme, _)) if ["http", "https"].contains(&scheme.to_ascii_lowercase().as_str()) => Ok(true),
        Some(_) => bail!("{text} is neither a file nor a web address; an address begins with https:// or http://"),
        None => Ok(false),
    }
}

fn line(one: &AddedDocument) -> String {
    let added = match &one.research {
        Some(job) => {
            format!("the fleet reads it (research {job}; it costs at most AUSPEX_BUDGET_RESEARCHER, $3 by default)")
        }
        None => output::pluralize(one.notes.len() as u64, "note"),
    };
    format!("{}: {added}", one.document)
}

impl Args {
    fn read(&self, file: &Path) -> anyhow::Result<GivenDocument> {
        let named = || file.display().to_string();
        let about = std::fs::metadata(file).with_context(named)?;
        if about.is_dir() {
            bail!("{} is a directory; name its files, at most 50 at a time", named());
        }
        let size = about.len();
        if size > MAX_FILE_BYTES {
            bail!("{} has {size} bytes; the limit is {MAX_FILE_BYTES}", named());
        }
        let bytes = std::fs::read(file).with_context(named)?;
        let (title, text) = document(file, &bytes).with_context(named)?;
        Ok(GivenDocument { title: self.title.clone().unwrap_or(title), text, source_url: self.source.clone() })
    }
}

/// Returns the title and the text of a file.
fn document(file: &Path, bytes: &[u8]) -> anyhow::Result<(String, String)> {
    let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let content_type = match file.extension().and_then(|extension| extension.to_str()) {
        Some("csv") => "text/csv",
        Some("md" | "txt") => "text/plain",
        _ => "",
    };
    let read = extraction::read(bytes, content_type, &format!("file:///{name}"))?;
    let stem = PathBuf::from(&name).file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let title = if read.title.trim().is_empty() { stem } else { read.title.trim().to_owned() };
    Ok((output::truncate(&title, 300), read.reading_text().into_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_keeps_its_rows_and_a_page_its_title() {
        let (title, text) = document(Path::new("/x/ports.csv"), b"port,depth\nKelm,4 m\nBrae,9 m\n").unwrap();
        assert!(title == "ports" && text.contains("Kelm") && text.contains("9 m"), "{title}: {text}");
        let page = b"<html><title>Tides</title><body><p>High water is at noon.</p></body></html>";
        assert_eq!(document(Path::new("a.html"), page).unwrap().0, "Tides");
        assert!(document(Path::new("a.bin"), b"\x89PNG\r\n\x1a\n").is_err());
    }

    #[test]
    fn an_address_of_another_protocol_is_no_file() {
        for (text, is) in [("HTTPS://example.org/a", true), ("prices.csv", false), ("C:/prices.csv", false)] {
            assert_eq!(is_url(text).unwrap(), is, "{text}");
        }
        let refused = is_url("ftp://example.org/a.pdf").unwrap_err().to_string();
        assert!(refused.contains("ftp://") && refused.contains("https"), "{refused}");
    }
}
