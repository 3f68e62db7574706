//! Objects in a folder, by `object_store`'s local file system: atomic replacement by rename, flushed to disk.

use std::path::PathBuf;

use futures::FutureExt;
use futures::future::BoxFuture;
use object_store::local::LocalFileSystem;
use object_store::path::Path;
use object_store::{ObjectStoreExt, PutPayload};

use super::{ContentHash, ObjectError, Objects, checked};

/// Objects in a folder.
#[derive(Debug)]
pub struct LocalObjects {
    root: PathBuf,
}

impl LocalObjects {
    /// Uses this folder, which the first write creates.
    pub fn new(root: impl Into<PathBuf>) -> Self {
        Self { root: root.into() }
    }

    /// Parses an address: a path or a `file://` URL.
    ///
    /// # Errors
    /// The address is another kind of URL.
    pub fn at(address: &str) -> Result<Self, ObjectError> {
        match address.split_once("://") {
            None => Ok(Self::new(address)),
            Some(("file", path)) if path.starts_with('/') => Ok(Self::new(path)),
            Some(_) => Err(ObjectError::Address(address.to_owned())),
        }
    }

    /// Opens the folder for each operation: it may not exist yet, or be replaced while the process runs.
    fn open(&self) -> object_store::Result<LocalFileSystem> {
        Ok(LocalFileSystem::new_with_prefix(&self.root)?.with_fsync(true))
    }

    async fn write(&self, key: &str, bytes: &[u8]) -> object_store::Result<()> {
        let failed = |source| object_store::Error::Generic { store: "folder", source: Box::new(source) };
        tokio::fs::create_dir_all(&self.root).await.map_err(failed)?;
        self.open()?.put(&Path::from(key), PutPayload::from(bytes.to_vec())).await.map(drop)
    }
}

fn failed(key: &str, verb: &'static str, source: object_store::Error) -> ObjectError {
    ObjectError::Failed { key: key.to_owned(), verb, source: std::io::Error::other(source) }
}

impl Objects for LocalObjects {
    fn put<'a>(&'a self, key: &'a str, bytes: &'a [u8]) -> BoxFuture<'a, Result<ContentHash, ObjectError>> {
        async move {
            self.write(checked(key)?, bytes).await.map_err(|error| failed(key, "written", error))?;
            Ok(ContentHash::from_bytes(bytes))
        }
        .boxed()
    }

    fn get<'a>(&'a self, key: &'a str) -> BoxFuture<'a, Result<Option<Vec<u8>>, ObjectError>> {
        async move {
            let path = Path::from(checked(key)?);
            if !self.root.exists() {
                return Ok(None);
            }
            let read = async { self.open()?.get(&path).await?.bytes().await };
            match read.await {
                Ok(bytes) => Ok(Some(bytes.to_vec())),
                Err(object_store::Error::NotFound { .. }) => Ok(None),
                Err(error) => Err(failed(key, "read", error)),
            }
        }
        .boxed()
    }

    fn remove<'a>(&'a self, key: &'a str) -> BoxFuture<'a, Result<(), ObjectError>> {
        async move {
            let path = Path::from(checked(key)?);
            if !self.root.exists() {
                return Ok(());
            }
            let removed = async { self.open()?.delete(&path).await };
            match removed.await {
                Ok(()) | Err(object_store::Error::NotFound { .. }) => Ok(()),
                Err(error) => Err(failed(key, "removed", error)),
            }
        }
        .boxed()
    }

    fn location(&self, key: &str) -> String {
        self.root.join(key).display().to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn an_object_is_replaced_as_a_whole_and_leaves_no_temporary_file() {
        let folder = tempfile::tempdir().unwrap();
        let objects = LocalObjects::new(folder.path().join("made at the first write"));
        assert_eq!(objects.get("runs/1/report.md").await.unwrap(), None);
        objects.remove("runs/1/report.md").await.unwrap();
        objects.put("runs/1/report.md", b"one").await.unwrap();
        let hash = objects.put("runs/1/report.md", b"two").await.unwrap();
        assert_eq!(hash, ContentHash::from_bytes(b"two"));
        assert_eq!(objects.get("runs/1/report.md").await.unwrap().as_deref(), Some(&b"two"[..]));
        let path = objects.location("runs/1/report.md");
        assert_eq!(std::fs::read(&path).unwrap(), b"two");
        assert_eq!(std::fs::read_dir(std::path::Path::new(&path).parent().unwrap()).unwrap().count(), 1);
    }

    #[tokio::test]
    async fn keys_cannot_leave_the_folder() {
        let objects = LocalObjects::new("/nowhere");
        for key in ["", "/etc/passwd", "../x", "a/../../x", "a//b", ".hidden", "a\\b", "a\0b", "ä"] {
            assert!(matches!(objects.put(key, b"").await, Err(ObjectError::Key(_))), "{key:?}");
            assert!(matches!(objects.get(key).await, Err(ObjectError::Key(_))), "{key:?}");
        }
    }
}
