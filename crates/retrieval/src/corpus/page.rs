//! Mapping between files and addresses.

use std::path::{Path, PathBuf};

use anyhow::Context;

use crate::corpus::content::{self, Content};

/// A page in search results.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Document {
    /// `https://host/path`.
    pub url: String,
    /// Title, or the address if it has none.
    pub title: String,
    /// Date of publication as stated on the page; may be empty.
    pub published: String,
    /// File of the page.
    pub file: PathBuf,
}

impl Document {
    /// Reads a file; returns the document and its text.
    pub(crate) fn read(url: String, file: &Path) -> anyhow::Result<(Self, String)> {
        let Content { title, published, text } =
            read_content(file).with_context(|| format!("cannot read {}", file.display()))?;
        let title = if title.is_empty() { url.clone() } else { title };
        Ok((Self { url, title, published, file: file.to_owned() }, text))
    }

    /// Reads the page's text again: the index keeps only counts to save memory.
    ///
    /// # Errors
    /// Fails if the file cannot be read.
    pub fn text(&self) -> std::io::Result<String> {
        Ok(read_content(&self.file)?.text)
    }
}

fn read_content(file: &Path) -> std::io::Result<Content> {
    if extension(file) == "pdf" {
        let text = std::fs::read_to_string(text_of_pdf(file)).unwrap_or_default();
        return Ok(Content { text, ..Content::default() });
    }
    let bytes = std::fs::read(file)?;
    let source = String::from_utf8_lossy(&bytes);
    let html = matches!(extension(file), "html" | "htm" | "xml");
    Ok(if html { content::parse_html(&source) } else { content::parse_plain(&source) })
}

/// Path of the text file under which a PDF is indexed.
fn text_of_pdf(pdf: &Path) -> PathBuf {
    let mut name = pdf.as_os_str().to_owned();
    name.push(".txt");
    name.into()
}

fn extension(file: &Path) -> &str {
    file.extension().and_then(|extension| extension.to_str()).unwrap_or_default()
}

/// Lists every page under `web/` as (address, file), sorted by address.
pub(crate) fn list(web: &Path) -> anyhow::Result<Vec<(String, PathBuf)>> {
    let mut pages = Vec::new();
    let mut open = vec![web.to_owned()];
    while let Some(folder) = open.pop() {
        let entries = std::fs::read_dir(&folder).with_context(|| format!("cannot list {}", folder.display()))?;
        for entry in entries {
            let entry = entry?;
            let path = entry.path();
            if !entry.file_name().to_str().is_some_and(is_plain) {
                continue;
            }
            if path.is_dir() {
                open.push(path);
            } else if is_page(&path) {
                pages.extend(url(web, &path).map(|url| (url, path)));
            }
        }
    }
    pages.sort();
    Ok(pages)
}

fn is_page(path: &Path) -> bool {
    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    // The text of a PDF and the files for crawlers are served but not indexed.
    let unlisted = name.ends_with(".pdf.txt") || matches!(name, "robots.txt" | "sitemap.xml");
    !unlisted && matches!(extension(path), "html" | "htm" | "md" | "txt" | "json" | "xml" | "pdf")
}

fn url(web: &Path, path: &Path) -> Option<String> {
    let path = path.strip_prefix(web).ok()?.to_str()?.replace(std::path::MAIN_SEPARATOR, "/");
    let path = path.strip_suffix("index.html").unwrap_or(&path);
    Some(format!("https://{path}"))
}

/// Returns true for a path segment that cannot lead outside the folder.
pub fn is_plain(part: &str) -> bool {
    !part.is_empty() && !part.starts_with('.') && !part.contains(['/', '\\', '\0'])
}

/// Returns the files that may hold the page, best first; none if the path leads outside the folder.
pub fn candidates(web: &Path, host: &str, path: &str) -> Vec<PathBuf> {
    let parts: Vec<&str> = path.split('/').filter(|part| !part.is_empty()).collect();
    if !is_plain(host) || !parts.iter().all(|part| is_plain(part)) {
        return Vec::new();
    }
    let base = parts.iter().fold(web.join(host), |base, part| base.join(part));
    let with_html = parts.last().map(|last| base.with_file_name(format!("{last}.html")));
    [Some(base.clone()), with_html, Some(base.join("index.html"))].into_iter().flatten().collect()
}

/// Returns the file and the media type of the page at this host and path; `None` if there is none.
pub(crate) fn file(web: &Path, host: &str, path: &str) -> Option<(PathBuf, &'static str)> {
    let found = candidates(web, host, path).into_iter().find(|file| file.is_file())?;
    let kind = content_type(&found);
    Some((found, kind))
}

/// Returns the media type for the file's extension.
pub fn content_type(file: &Path) -> &'static str {
    match extension(file) {
        "html" | "htm" => "text/html; charset=utf-8",
        "md" => "text/markdown; charset=utf-8",
        "json" => "application/json",
        "xml" => "application/xml",
        "pdf" => "application/pdf",
        _ => "text/plain; charset=utf-8",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_path_leads_outside_the_folder() {
        let web = Path::new("/corpus/web");
        for (host, path) in [
            ("..", "x"),
            ("a", "../../etc/passwd"),
            ("a", "b/..%2f/../c"),
            ("", "x"),
            ("a", ".git/config"),
            ("a\\b", "x"),
        ] {
            assert!(candidates(web, host, path).is_empty(), "{host} {path}");
        }
        let found = candidates(web, "host.example", "a/b");
        assert_eq!(found[1], Path::new("/corpus/web/host.example/a/b.html"));
        assert_eq!(candidates(web, "host.example", "")[1], Path::new("/corpus/web/host.example/index.html"));
    }

    #[test]
    fn an_index_page_has_the_address_of_its_folder() {
        let web = Path::new("/c/web");
        assert_eq!(url(web, Path::new("/c/web/h/index.html")).unwrap(), "https://h/");
        assert_eq!(url(web, Path::new("/c/web/h/a/b.html")).unwrap(), "https://h/a/b.html");
        assert!(!is_page(Path::new("x.pdf.txt")) && is_page(Path::new("x.pdf")));
    }
}
