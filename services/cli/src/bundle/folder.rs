//! A bundle as a folder: a manifest, and each part under the SHA-256 of its bytes. The manifest's own hash names the whole: two
//! bundles of one name hold the same, bit for bit.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context as _, ensure};
use domain::JobId;
use domain::port::StepKey;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use worker::ContentHash;

/// Grows when an older `auspex` could misread what a newer one writes.
const FORMAT: u32 = 1;
const MANIFEST: &str = "bundle.json";
const PARTS: &str = "parts";

/// What a part is.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum What {
    /// The run with its questions and their evidence, as JSON.
    Run,
    /// The forecast that was made, as JSON.
    Forecast,
    /// A model's reply.
    Reply {
        /// The job that asked.
        job: JobId,
        /// Which step of it.
        step: String,
        /// SHA-256 of what was asked, the model's name included.
        input: String,
        /// The worker.
        agent: String,
        /// The model that was named.
        model: String,
    },
    /// What a worker remembered without paying: a tool's answer, what was known at that moment.
    Step {
        /// The job.
        job: JobId,
        /// Which step of it.
        step: String,
        /// SHA-256 of its input.
        input: String,
    },
    /// The bytes of a page that was read.
    Page {
        /// Its address.
        url: String,
    },
    /// What a service answered.
    Answer {
        /// What it was asked.
        url: String,
    },
}

impl What {
    /// The step that a part remembers, if it is one.
    pub fn step(&self) -> Option<StepKey> {
        match self {
            Self::Reply { job, step, input, .. } | Self::Step { job, step, input } => {
                Some(StepKey { job: *job, step: step.clone(), input: input.clone() })
            }
            Self::Run | Self::Forecast | Self::Page { .. } | Self::Answer { .. } => None,
        }
    }
}

/// A line of the manifest.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Part {
    /// What it is.
    #[serde(flatten)]
    pub what: What,
    /// SHA-256 of its bytes, in hex; also its file's name.
    pub hash: String,
    /// How many bytes.
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
    /// Adds a part; the same again changes nothing.
    pub fn add(&mut self, what: What, bytes: Vec<u8>) {
        let hash = ContentHash::of(&bytes).as_str().to_owned();
        let part = Part { what, hash: hash.clone(), bytes: bytes.len() as u64 };
        if !self.parts.contains(&part) {
            self.parts.push(part);
        }
        self.bytes.insert(hash, bytes);
    }

    /// Every part with its bytes.
    pub fn parts(&self) -> impl Iterator<Item = (&What, &[u8])> {
        self.parts.iter().filter_map(|part| Some((&part.what, self.bytes.get(&part.hash)?.as_slice())))
    }

    /// The part that is JSON of that kind.
    ///
    /// # Errors
    /// When there is none, or it is of another shape.
    pub fn json<T: DeserializeOwned>(&self, what: &What) -> anyhow::Result<T> {
        let found = self.parts().find(|(part, _)| *part == what);
        let (_, bytes) = found.with_context(|| format!("the bundle has no part {what:?}: it is not whole"))?;
        serde_json::from_slice(bytes).with_context(|| format!("the bundle's {what:?} is of another version"))
    }

    /// Writes it into a new folder and answers its name.
    ///
    /// # Errors
    /// When the folder exists already or cannot be written.
    pub fn write(&self, folder: &Path) -> anyhow::Result<String> {
        ensure!(!folder.exists(), "{} exists already; a bundle gets a folder of its own", folder.display());
        let write = || -> std::io::Result<String> {
            std::fs::create_dir_all(folder.join(PARTS))?;
            for (hash, bytes) in &self.bytes {
                std::fs::write(folder.join(PARTS).join(hash), bytes)?;
            }
            let mut parts = self.parts.clone();
            parts.sort();
            let text = serde_json::to_string_pretty(&Manifest { format: FORMAT, parts })?;
            std::fs::write(folder.join(MANIFEST), &text)?;
            Ok(ContentHash::of(text.as_bytes()).as_str().to_owned())
        };
        write().with_context(|| format!("cannot write {}", folder.display()))
    }

    /// Reads one, and holds every part against its hash.
    ///
    /// # Errors
    /// When it is no bundle, of a newer format, or a part is missing or altered; the part is named.
    pub fn read(folder: &Path) -> anyhow::Result<Self> {
        let path = folder.join(MANIFEST);
        let text = std::fs::read(&path).with_context(|| format!("{} is no bundle: no {MANIFEST}", folder.display()))?;
        let manifest: Manifest =
            serde_json::from_slice(&text).with_context(|| format!("{} cannot be read", path.display()))?;
        let format = manifest.format;
        ensure!(format == FORMAT, "{} is of format {format}, this auspex reads {FORMAT}", path.display());
        let mut bundle = Self::default();
        for part in &manifest.parts {
            let named = || format!("{:?} (sha256 {}) of the bundle {}", part.what, part.hash, folder.display());
            let name = part.hash.as_str();
            ensure!(name.len() == 64 && name.bytes().all(|b| b.is_ascii_hexdigit()), "{} has no hash", named());
            let bytes =
                std::fs::read(folder.join(PARTS).join(name)).with_context(|| format!("missing: {}", named()))?;
            ensure!(ContentHash::of(&bytes).as_str() == name, "altered: {}", named());
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
        bundle.add(What::Run, b"{\"a\":1}".to_vec());
        bundle.add(What::Page { url: "https://a.example/".into() }, b"page".to_vec());
        bundle.add(What::Page { url: "https://b.example/".into() }, b"page".to_vec());
        let job = JobId::named(&["j"]);
        bundle.add(What::Step { job, step: "s".into(), input: "i".into() }, vec![0, 255]);
        bundle
    }

    #[test]
    fn what_was_written_is_read_and_has_one_name() {
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
        assert_eq!(read.json::<serde_json::Value>(&What::Run).unwrap()["a"], 1);
        assert!(read.json::<serde_json::Value>(&What::Forecast).unwrap_err().to_string().contains("Forecast"));
        assert!(bundle().write(&one).unwrap_err().to_string().contains("exists already"));
    }

    #[test]
    fn a_part_that_is_missing_or_altered_is_named() {
        let parent = tempfile::tempdir().unwrap();
        let folder = parent.path().join("b");
        bundle().write(&folder).unwrap();
        let page = folder.join(PARTS).join(ContentHash::of(b"page").as_str());
        std::fs::write(&page, "pages").unwrap();
        let altered = format!("{:#}", Bundle::read(&folder).unwrap_err());
        assert!(altered.contains("altered") && altered.contains("https://a.example/"), "{altered}");
        std::fs::remove_file(&page).unwrap();
        let missing = format!("{:#}", Bundle::read(&folder).unwrap_err());
        assert!(missing.contains("missing") && missing.contains("https://a.example/"), "{missing}");
        let none = Bundle::read(parent.path()).unwrap_err().to_string();
        assert!(none.contains("no bundle"), "{none}");
    }

    #[test]
    fn a_manifest_cannot_point_outside() {
        let parent = tempfile::tempdir().unwrap();
        let manifest = r#"{"format":1,"parts":[{"kind":"run","hash":"../../etc/passwd","bytes":1}]}"#;
        std::fs::write(parent.path().join(MANIFEST), manifest).unwrap();
        assert!(Bundle::read(parent.path()).unwrap_err().to_string().contains("has no hash"));
    }
}
