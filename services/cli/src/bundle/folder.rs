//! A bundle as a directory: a manifest, and each part in a file named by the SHA-256 of its bytes. The hash of the
//! manifest is the id of the bundle: two bundles with the same id are identical.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context as _, ensure};
use domain::JobId;
use domain::port::StepKey;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use worker::ContentHash;

/// Format version; increased when an older `auspex` could misread the bundle.
const FORMAT: u32 = 1;
const MANIFEST: &str = "bundle.json";
const PARTS: &str = "parts";

/// Kind of a part.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum PartKind {
    /// The run with its questions and their evidence, as JSON.
    Run,
    /// The recorded forecast, as JSON.
    Forecast,
    /// A model reply.
    Reply {
        /// Job that called the model.
        job: JobId,
        /// Step of the job.
        step: String,
        /// SHA-256 of the request, including the model's name.
        input: String,
        /// Name of the worker.
        agent: String,
        /// Name of the requested model.
        model: String,
    },
    /// A memoised step that was not paid for: a tool result or a memory lookup.
    Step {
        /// Job of the step.
        job: JobId,
        /// Step of the job.
        step: String,
        /// SHA-256 of the step's input.
        input: String,
    },
    /// The bytes of a fetched page.
    Page {
        /// URL of the page.
        url: String,
    },
    /// A service's response.
    Answer {
        /// URL of the request.
        url: String,
    },
}

impl PartKind {
    /// Key of the memoised step that the part contains, if any.
    pub fn step(&self) -> Option<StepKey> {
        match self {
            Self::Reply { job, step, input, .. } | Self::Step { job, step, input } => {
                Some(StepKey { job: *job, step: step.clone(), input: input.clone() })
            }
            Self::Run | Self::Forecast | Self::Page { .. } | Self::Answer { .. } => None,
        }
    }
}

/// A part in the manifest.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Part {
    /// Kind of the part.
    #[serde(flatten)]
    pub what: PartKind,
    /// SHA-256 of the bytes in hex; also the file name.
    pub hash: String,
    /// Size in bytes.
    pub bytes: u64,
}

#[derive(Debug, Serialize, Deserialize)]
struct Manifest {
    format: u32,
    parts: Vec<Part>,
}

/// A bundle in memory.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Bundle {
    parts: Vec<Part>,
    bytes: BTreeMap<String, Vec<u8>>,
}

impl Bundle {
    /// Adds a part; adding the same part again changes nothing.
    pub fn add(&mut self, what: PartKind, bytes: Vec<u8>) {
        let hash = ContentHash::from_bytes(&bytes).as_str().to_owned();
        let part = Part { what, hash: hash.clone(), bytes: bytes.len() as u64 };
        if !self.parts.contains(&part) {
            self.parts.push(part);
        }
        self.bytes.insert(hash, bytes);
    }

    /// Iterates over the parts with their bytes.
    pub fn parts(&self) -> impl Iterator<Item = (&PartKind, &[u8])> {
        self.parts.iter().filter_map(|part| Some((&part.what, self.bytes.get(&part.hash)?.as_slice())))
    }

    /// Deserialises the JSON part of this kind.
    ///
    /// # Errors
    /// When the part is missing or has another structure.
    pub fn json<T: DeserializeOwned>(&self, what: &PartKind) -> anyhow::Result<T> {
        let found = self.parts().find(|(part, _)| *part == what);
        let (_, bytes) = found.with_context(|| format!("the bundle is incomplete: part {what:?} is missing"))?;
        serde_json::from_slice(bytes).with_context(|| format!("part {what:?} was written by another version"))
    }

    /// Writes the bundle to a new directory and returns its id.
    ///
    /// # Errors
    /// When the directory already exists or cannot be written.
    pub fn write(&self, folder: &Path) -> anyhow::Result<String> {
        ensure!(!folder.exists(), "{} already exists; choose a new directory", folder.display());
        let write = || -> std::io::Result<String> {
            std::fs::create_dir_all(folder.join(PARTS))?;
            for (hash, bytes) in &self.bytes {
                std::fs::write(folder.join(PARTS).join(hash), bytes)?;
            }
            let mut parts = self.parts.clone();
            parts.sort();
            let text = serde_json::to_string_pretty(&Manifest { format: FORMAT, parts })?;
            std::fs::write(folder.join(MANIFEST), &text)?;
            Ok(ContentHash::from_bytes(text.as_bytes()).as_str().to_owned())
        };
        write().with_context(|| format!("cannot write {}", folder.display()))
    }

    /// Reads a bundle and verifies the hash of every part.
    ///
    /// # Errors
    /// When the directory is not a bundle, its format is newer, or a part is missing or altered; the error names the
    /// part.
    pub fn read(folder: &Path) -> anyhow::Result<Self> {
        let path = folder.join(MANIFEST);
        let text =
            std::fs::read(&path).with_context(|| format!("{} is not a bundle: no {MANIFEST}", folder.display()))?;
        let manifest: Manifest =
            serde_json::from_slice(&text).with_context(|| format!("cannot parse {}", path.display()))?;
        let format = manifest.format;
        ensure!(format == FORMAT, "{} has format {format}, this version reads format {FORMAT}", path.display());
        let mut bundle = Self::default();
        for part in &manifest.parts {
            let named = || format!("{:?} (sha256 {}) of the bundle {}", part.what, part.hash, folder.display());
            let name = part.hash.as_str();
            ensure!(name.len() == 64 && name.bytes().all(|b| b.is_ascii_hexdigit()), "invalid hash: {}", named());
            let bytes =
                std::fs::read(folder.join(PARTS).join(name)).with_context(|| format!("missing: {}", named()))?;
            ensure!(ContentHash::from_bytes(&bytes).as_str() == name, "altered: {}", named());
            bundle.bytes.insert(part.hash.clone(), bytes);
        }
        bundle.parts = manifest.parts;
        Ok(bundle)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bundle() -> Bundle {
        let mut bundle = Bundle::default();
        bundle.add(PartKind::Run, b"{\"a\":1}".to_vec());
        bundle.add(PartKind::Page { url: "https://a.example/".into() }, b"page".to_vec());
        bundle.add(PartKind::Page { url: "https://b.example/".into() }, b"page".to_vec());
        let job = JobId::named(&["j"]);
        bundle.add(PartKind::Step { job, step: "s".into(), input: "i".into() }, vec![0, 255]);
        bundle
    }

    #[test]
    fn a_written_bundle_can_be_read_and_its_id_is_independent_of_the_order() {
        let parent = tempfile::tempdir().unwrap();
        let (one, two) = (parent.path().join("one"), parent.path().join("two"));
        let id = bundle().write(&one).unwrap();
        let mut turned = Bundle::default();
        for (what, bytes) in bundle().parts().collect::<Vec<_>>().into_iter().rev() {
            turned.add(what.clone(), bytes.to_vec());
        }
        assert_eq!(turned.write(&two).unwrap(), id, "the order of adding does not matter");
        let read = Bundle::read(&one).unwrap();
        assert_eq!(read.parts().count(), 4);
        assert_eq!(read.json::<serde_json::Value>(&PartKind::Run).unwrap()["a"], 1);
        assert!(read.json::<serde_json::Value>(&PartKind::Forecast).unwrap_err().to_string().contains("Forecast"));
        assert!(bundle().write(&one).unwrap_err().to_string().contains("already exists"));
    }

    #[test]
    fn a_missing_or_altered_part_is_named() {
        let parent = tempfile::tempdir().unwrap();
        let folder = parent.path().join("b");
        bundle().write(&folder).unwrap();
        let page = folder.join(PARTS).join(ContentHash::from_bytes(b"page").as_str());
        std::fs::write(&page, "pages").unwrap();
        let altered = format!("{:#}", Bundle::read(&folder).unwrap_err());
        assert!(altered.contains("altered") && altered.contains("https://a.example/"), "{altered}");
        std::fs::remove_file(&page).unwrap();
        let missing = format!("{:#}", Bundle::read(&folder).unwrap_err());
        assert!(missing.contains("missing") && missing.contains("https://a.example/"), "{missing}");
        let none = Bundle::read(parent.path()).unwrap_err().to_string();
        assert!(none.contains("is not a bundle"), "{none}");
    }

    #[test]
    fn a_manifest_cannot_refer_to_a_path_outside() {
        let parent = tempfile::tempdir().unwrap();
        let manifest = r#"{"format":1,"parts":[{"kind":"run","hash":"../../etc/passwd","bytes":1}]}"#;
        std::fs::write(parent.path().join(MANIFEST), manifest).unwrap();
        assert!(Bundle::read(parent.path()).unwrap_err().to_string().contains("invalid hash"));
    }
}
