//! Objects in a folder.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use futures::FutureExt;
use futures::future::BoxFuture;
use tokio::io::AsyncWriteExt;

use super::{ContentHash, ObjectError, Objects, checked};

/// A folder.
#[derive(Debug)]
pub struct LocalObjects {
    root: PathBuf,
    /// Tells temporary files of this process apart.
    writes: AtomicU64,
}

impl LocalObjects {
    /// In this folder; it is made at the first write.
    pub fn new(root: impl Into<PathBuf>) -> Self {
        Self { root: root.into(), writes: AtomicU64::new(0) }
    }

    /// At an address: a path, or a `file://` URL.
    ///
    /// # Errors
    /// Another kind of URL.
    pub fn at(address: &str) -> Result<Self, ObjectError> {
        match address.split_once("://") {
            None => Ok(Self::new(address)),
            Some(("file", path)) if path.starts_with('/') => Ok(Self::new(path)),
            Some(_) => Err(ObjectError::Address(address.to_owned())),
        }
    }

    async fn write(&self, path: &Path, bytes: &[u8]) -> std::io::Result<()> {
        let folder = path.parent().unwrap_or(&self.root);
        tokio::fs::create_dir_all(folder).await?;
        let number = self.writes.fetch_add(1, Ordering::Relaxed);
        let temporary = folder.join(format!(".{}-{number}.tmp", std::process::id()));
        let written = write_through(&temporary, bytes).await;
        // Within one folder a rename is atomic: readers see the old file or the new one, whole.
        let renamed = match written {
            Ok(()) => tokio::fs::rename(&temporary, path).await,
            Err(error) => Err(error),
        };
        if renamed.is_err() {
            let _ = tokio::fs::remove_file(&temporary).await;
        }
        renamed
    }
}

async fn write_through(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let mut file = tokio::fs::File::create(path).await?;
    file.write_all(bytes).await?;
    file.sync_all().await
}

impl Objects for LocalObjects {
    fn put<'a>(&'a self, key: &'a str, bytes: &'a [u8]) -> BoxFuture<'a, Result<ContentHash, ObjectError>> {
        async move {
            let path = self.root.join(checked(key)?);
            let failed = |source| ObjectError::Failed { key: key.to_owned(), verb: "written", source };
            self.write(&path, bytes).await.map_err(failed)?;
            Ok(ContentHash::of(bytes))
        }
        .boxed()
    }

    fn get<'a>(&'a self, key: &'a str) -> BoxFuture<'a, Result<Option<Vec<u8>>, ObjectError>> {
        async move {
            match tokio::fs::read(self.root.join(checked(key)?)).await {
                Ok(bytes) => Ok(Some(bytes)),
                Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
                Err(source) => Err(ObjectError::Failed { key: key.to_owned(), verb: "read", source }),
            }
        }
        .boxed()
    }

    fn remove<'a>(&'a self, key: &'a str) -> BoxFuture<'a, Result<(), ObjectError>> {
        async move {
            match tokio::fs::remove_file(self.root.join(checked(key)?)).await {
                Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(()),
                done => done.map_err(|source| ObjectError::Failed { key: key.to_owned(), verb: "removed", source }),
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
    async fn an_object_is_replaced_whole_and_nothing_else_is_left() {
        let folder = tempfile::tempdir().unwrap();
        let objects = LocalObjects::new(folder.path());
        assert_eq!(objects.get("runs/1/report.md").await.unwrap(), None);
        objects.put("runs/1/report.md", b"one").await.unwrap();
        let hash = objects.put("runs/1/report.md", b"two").await.unwrap();
        assert_eq!(hash, ContentHash::of(b"two"));
        assert_eq!(objects.get("runs/1/report.md").await.unwrap().as_deref(), Some(&b"two"[..]));
        assert_eq!(std::fs::read_dir(folder.path().join("runs/1")).unwrap().count(), 1);
    }

    #[tokio::test]
    async fn no_key_leaves_the_folder() {
        let objects = LocalObjects::new("/nowhere");
        for key in ["", "/etc/passwd", "../x", "a/../../x", "a//b", ".hidden", "a\\b", "a\0b", "ä"] {
            assert!(matches!(objects.put(key, b"").await, Err(ObjectError::Key(_))), "{key:?}");
            assert!(matches!(objects.get(key).await, Err(ObjectError::Key(_))), "{key:?}");
        }
    }
}
