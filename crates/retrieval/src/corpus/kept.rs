//! The pages of a folder, indexed once on disk and opened without reading them again.
//!
//! A page whose size and time are those of the index is not read; one that differs is read, and only if its content hash
//! differs too is it indexed anew. Of all others the words are taken over from the old index. A new index is written beside
//! the old one, flushed, and put in its place by a rename: whoever is killed meanwhile leaves the old one, and whoever has
//! it open goes on with it. Postings stay on disk; a search reads those of its words.

mod file;

use std::collections::{BTreeMap, HashMap};
use std::fs::File;
use std::os::unix::fs::{FileExt, MetadataExt};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use anyhow::Context;
use sha2::{Digest, Sha256};

use crate::corpus::page::{self, Document};
use crate::corpus::{Match, bm25};
use file::{Entry, Head};

/// A page that was changed so shortly before it was looked at may change again without a new time: the next one who opens
/// reads it again. Coarser than the clock of any usual file system.
const SETTLED: Duration = Duration::from_secs(2);

/// A folder's pages with their index on disk.
#[derive(Debug)]
pub struct KeptLibrary {
    folder: PathBuf,
    documents: Vec<Document>,
    lengths: Vec<u32>,
    /// Word → where its postings begin, and how many there are.
    words: HashMap<String, (u64, u32)>,
    postings: File,
    read: usize,
}

/// Word → postings, by document.
type Postings = BTreeMap<String, Vec<(u32, u32)>>;

impl KeptLibrary {
    /// Opens the pages of `folder`, laid out as `<host>/<path>`, by the index in the file `index`, which is brought up to
    /// date first.
    ///
    /// # Errors
    /// If the folder or a page in it cannot be read, or the index cannot be written.
    pub fn open(folder: &Path, index: &Path) -> anyhow::Result<Self> {
        let old = Head::read(index).with_context(|| format!("cannot read the index {}", index.display()))?;
        let found = survey(folder, old.as_ref())?;
        let read = found.iter().filter(|found| found.words.is_some()).count();
        let up_to_date = old.as_ref().is_some_and(|(head, _)| {
            head.documents.len() == found.len() && found.iter().enumerate().all(|(n, found)| found.old == Some(n))
        });
        // Times that have settled meanwhile, or pages that were only touched, are worth a new head: the next one reads less.
        let same = |(head, _): &(Head, File)| head.documents.iter().zip(&found).all(|(old, found)| *old == found.entry);
        if !(up_to_date && old.as_ref().is_some_and(same)) {
            let (entries, postings) = merged(found, old)?;
            file::write(index, &entries, &postings)
                .with_context(|| format!("cannot write the index {}", index.display()))?;
        }
        let written = Head::read(index)?.with_context(|| format!("the index {} is gone", index.display()))?;
        Ok(Self { read, ..Self::of(folder, written) })
    }

    fn of(folder: &Path, (head, postings): (Head, File)) -> Self {
        let mut at = head.postings_at;
        let mut words = HashMap::with_capacity(head.words.len());
        for (word, count) in head.words {
            words.insert(word, (at, count));
            at += u64::from(count) * file::POSTING;
        }
        let lengths = head.documents.iter().map(|entry| entry.length).collect();
        let documents = head.documents.into_iter().map(|entry| entry.document(folder)).collect();
        Self { folder: folder.to_owned(), documents, lengths, words, postings, read: 0 }
    }

    /// Pages that have any word of the query, best first.
    ///
    /// # Errors
    /// If the index cannot be read any more.
    pub fn search(&self, query: &str) -> std::io::Result<Vec<Match<'_>>> {
        let mut found = Vec::new();
        for word in bm25::asked(query) {
            found.extend(self.words.get(&word).map(|place| self.postings(*place)).transpose()?);
        }
        let ranked = bm25::ranked(&self.lengths, found.iter().map(Vec::as_slice));
        Ok(ranked.into_iter().map(|(id, score)| Match { document: &self.documents[id], score }).collect())
    }

    /// A document's number that is none is left out: a damaged index finds less, and does not break.
    fn postings(&self, (at, count): (u64, u32)) -> std::io::Result<Vec<(u32, u32)>> {
        let mut bytes = vec![0; count as usize * file::POSTING as usize];
        self.postings.read_exact_at(&mut bytes, at)?;
        let postings = file::decoded(&bytes);
        Ok(postings.filter(|(id, _)| (*id as usize) < self.documents.len()).collect())
    }

    /// The file that is the page at this host and path, and its media type; `None` if there is none.
    pub fn file(&self, host: &str, path: &str) -> Option<(PathBuf, &'static str)> {
        page::file(&self.folder, host, path)
    }

    /// How many pages there are.
    pub fn len(&self) -> usize {
        self.documents.len()
    }

    /// There are none.
    pub fn is_empty(&self) -> bool {
        self.documents.is_empty()
    }

    /// How many pages were read when it was opened.
    pub fn read(&self) -> usize {
        self.read
    }
}

/// A page of the folder, held against the old index.
struct Found {
    entry: Entry,
    /// Its place in the old index, if its words are the same there.
    old: Option<usize>,
    /// Its words by count, if it was read and is new.
    words: Option<HashMap<String, u32>>,
}

fn survey(folder: &Path, old: Option<&(Head, File)>) -> anyhow::Result<Vec<Found>> {
    let known: HashMap<&str, (usize, &Entry)> = old
        .iter()
        .flat_map(|(head, _)| head.documents.iter().enumerate())
        .map(|(n, entry)| (entry.file.as_str(), (n, entry)))
        .collect();
    let now = machine_now();
    let look = |(url, path): (String, PathBuf)| found(folder, (url, &path), &known, now);
    page::list(folder)?.into_iter().map(look).collect()
}

/// The clock that files are stamped with.
#[allow(
    clippy::disallowed_methods,
    reason = "compared with the times of files, which the same machine gave; all that hangs on it is a second look"
)]
fn machine_now() -> SystemTime {
    SystemTime::now()
}

fn found(
    folder: &Path,
    (url, path): (String, &Path),
    known: &HashMap<&str, (usize, &Entry)>,
    now: SystemTime,
) -> anyhow::Result<Found> {
    let file = path.strip_prefix(folder)?.to_string_lossy().into_owned();
    let about = || format!("cannot read {}", path.display());
    let stamp = stamp(path, now).with_context(about)?;
    let old = known.get(file.as_str()).copied();
    if let Some((place, entry)) = old.filter(|(_, entry)| entry.stamp.is_some() && entry.stamp == stamp) {
        return Ok(Found { entry: entry.clone(), old: Some(place), words: None });
    }
    let hash = hash(path).with_context(about)?;
    if let Some((place, entry)) = old.filter(|(_, entry)| entry.hash == hash) {
        return Ok(Found { entry: Entry { stamp, ..entry.clone() }, old: Some(place), words: None });
    }
    let (document, text) = Document::read(url, path)?;
    let counts = bm25::counts(&crate::corpus::fields(&document, &text));
    let length = counts.values().sum();
    let Document { url, title, published, .. } = document;
    Ok(Found { entry: Entry { url, title, published, file, stamp, hash, length }, old: None, words: Some(counts) })
}

/// Size and time; `None` while the time is too young to tell two contents apart.
fn stamp(path: &Path, now: SystemTime) -> std::io::Result<Option<(u64, i128)>> {
    let seen = |path: &Path| {
        let meta = std::fs::metadata(path)?;
        let nanos = i128::from(meta.mtime()) * 1_000_000_000 + i128::from(meta.mtime_nsec());
        std::io::Result::Ok((meta.len(), nanos, meta.modified()?))
    };
    let (mut size, mut nanos, mut changed) = seen(path)?;
    // The words that a PDF is found by lie beside it.
    if let Ok((more, other, later)) = seen(&page::beside(path)) {
        (size, nanos, changed) = (size + more, nanos ^ other.rotate_left(1), changed.max(later));
    }
    let settled = now.duration_since(changed).is_ok_and(|age| age >= SETTLED);
    Ok(settled.then_some((size, nanos)))
}

/// SHA-256 of the page, and of the words beside it if it is a PDF with such.
fn hash(path: &Path) -> std::io::Result<String> {
    let mut digest = Sha256::new();
    digest.update(std::fs::read(path)?);
    if let Ok(beside) = std::fs::read(page::beside(path)) {
        digest.update(beside);
    }
    Ok(digest.finalize().iter().map(|byte| format!("{byte:02x}")).collect())
}

/// The old index without what is gone, with what is new.
fn merged(found: Vec<Found>, old: Option<(Head, File)>) -> anyhow::Result<(Vec<Entry>, Postings)> {
    let mut postings = Postings::new();
    if let Some((head, file)) = old {
        let mut now: Vec<Option<u32>> = vec![None; head.documents.len()];
        for (new, found) in found.iter().enumerate() {
            if let Some(place) = found.old.and_then(|place| now.get_mut(place)) {
                *place = Some(u32::try_from(new)?);
            }
        }
        head.each(&file, |word, id, count| {
            if let Some(new) = now.get(id as usize).copied().flatten() {
                postings.entry(word.to_owned()).or_default().push((new, count));
            }
        })?;
    }
    let mut entries = Vec::with_capacity(found.len());
    for (id, found) in found.into_iter().enumerate() {
        for (word, count) in found.words.unwrap_or_default() {
            postings.entry(word).or_default().push((u32::try_from(id)?, count));
        }
        entries.push(found.entry);
    }
    postings.values_mut().for_each(|of_word| of_word.sort_unstable());
    Ok((entries, postings))
}

#[cfg(test)]
mod tests;
