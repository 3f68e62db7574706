//! The index as a file: a mark, the length and the checksum of a head, the head (documents and words, as JSON), the postings of
//! every word in the head's order (document and count, four bytes each, little endian).
//!
//! The checksum tells a head that was not written to its end, the file's length whether the postings were. Anything that is
//! not such a file is no index, and a new one is made: nothing is lost by that but time.

use std::fs::File;
use std::io::{BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::Path;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::Postings;
use crate::corpus::page::Document;

/// What an index begins with. Another layout has another mark.
const MARK: &[u8; 8] = b"AUSPEXC1";
/// Mark, length of the head, checksum of the head.
const BEFORE_HEAD: u64 = 8 + 8 + 32;
/// Bytes of one posting.
pub(super) const POSTING: u64 = 8;

/// A page as the index has it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Entry {
    pub(super) url: String,
    pub(super) title: String,
    pub(super) published: String,
    /// Relative to the folder.
    pub(super) file: String,
    /// Size and time of the file when it was read; `None` if it had been changed a moment before.
    pub(super) stamp: Option<(u64, i128)>,
    /// SHA-256 of the page, in hex.
    pub(super) hash: String,
    /// Words of the document, with their weights.
    pub(super) length: u32,
}

impl Entry {
    pub(super) fn document(self, folder: &Path) -> Document {
        Document { url: self.url, title: self.title, published: self.published, file: folder.join(self.file) }
    }
}

/// All but the postings.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Head {
    pub(super) documents: Vec<Entry>,
    /// Word and number of postings, in the order of the postings.
    pub(super) words: Vec<(String, u32)>,
    #[serde(skip)]
    pub(super) postings_at: u64,
}

impl Head {
    /// The head of the index in that file, and the file; `None` if it is none.
    pub(super) fn read(path: &Path) -> std::io::Result<Option<(Self, File)>> {
        let mut file = match File::open(path) {
            Ok(file) => file,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(error),
        };
        let whole = file.metadata()?.len();
        Ok(Self::parse(&mut file, whole)?.map(|head| (head, file)))
    }

    fn parse(file: &mut File, whole: u64) -> std::io::Result<Option<Self>> {
        let mut before = [0; BEFORE_HEAD as usize];
        if whole < BEFORE_HEAD {
            return Ok(None);
        }
        file.read_exact(&mut before)?;
        let length = u64::from_le_bytes(before[8..16].try_into().expect("eight bytes"));
        if before[..8] != *MARK || length > whole - BEFORE_HEAD {
            return Ok(None);
        }
        let mut head = Vec::new();
        file.take(length).read_to_end(&mut head)?;
        if Sha256::digest(&head)[..] != before[16..] {
            return Ok(None);
        }
        let Ok(mut head) = serde_json::from_slice::<Self>(&head) else { return Ok(None) };
        head.postings_at = BEFORE_HEAD + length;
        let postings: u64 = head.words.iter().map(|(_, count)| u64::from(*count) * POSTING).sum();
        Ok((head.postings_at + postings == whole).then_some(head))
    }

    /// Every posting: word, document, count.
    pub(super) fn each(&self, file: &File, mut take: impl FnMut(&str, u32, u32)) -> std::io::Result<()> {
        let mut postings = BufReader::new(file);
        postings.seek(SeekFrom::Start(self.postings_at))?;
        let mut one = [0; POSTING as usize];
        for (word, count) in &self.words {
            for _ in 0..*count {
                postings.read_exact(&mut one)?;
                decoded(&one).for_each(|(id, count)| take(word, id, count));
            }
        }
        Ok(())
    }
}

/// Postings out of their bytes.
pub(super) fn decoded(bytes: &[u8]) -> impl Iterator<Item = (u32, u32)> + '_ {
    let number = |bytes: &[u8]| u32::from_le_bytes(bytes.try_into().expect("four bytes"));
    bytes.chunks_exact(POSTING as usize).map(move |one| (number(&one[..4]), number(&one[4..])))
}

/// Writes an index beside its place and renames it into it, flushed: there is the old one or the new one, never half of one.
pub(super) fn write(path: &Path, documents: &[Entry], postings: &Postings) -> std::io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    std::fs::create_dir_all(folder)?;
    // Replicas write at the same time: each its own, the last one stays.
    let beside = path.with_extension(format!("{}.tmp", std::process::id()));
    let written = write_all(&beside, documents, postings).and_then(|()| std::fs::rename(&beside, path));
    if written.is_err() {
        // What is left of a failure would only take room; that it cannot be removed either is told by the failure itself.
        let _ = std::fs::remove_file(&beside);
        return written;
    }
    File::open(folder)?.sync_all()
}

fn write_all(path: &Path, documents: &[Entry], postings: &Postings) -> std::io::Result<()> {
    let count = |of_word: &Vec<(u32, u32)>| u32::try_from(of_word.len()).map_err(std::io::Error::other);
    let words = postings.iter().map(|(word, of_word)| Ok((word.clone(), count(of_word)?)));
    let words = words.collect::<std::io::Result<Vec<_>>>()?;
    let head = serde_json::to_vec(&Head { documents: documents.to_vec(), words, postings_at: 0 })?;
    let mut file = BufWriter::new(File::create(path)?);
    file.write_all(MARK)?;
    file.write_all(&(head.len() as u64).to_le_bytes())?;
    file.write_all(&Sha256::digest(&head))?;
    file.write_all(&head)?;
    for (id, count) in postings.values().flatten() {
        file.write_all(&id.to_le_bytes())?;
        file.write_all(&count.to_le_bytes())?;
    }
    file.into_inner().map_err(std::io::IntoInnerError::into_error)?.sync_all()
}
