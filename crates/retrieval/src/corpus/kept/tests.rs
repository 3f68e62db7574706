//! An index on disk finds what one in memory finds, whatever happened to the folder and to the file.

use std::fs;

use super::*;
use crate::corpus::Library;

struct Folder(tempfile::TempDir);

impl Folder {
    fn new(pages: &[(&str, &str)]) -> Self {
        let folder = Self(tempfile::tempdir().unwrap());
        pages.iter().for_each(|(name, text)| folder.put(name, text));
        folder
    }

    fn pages(&self) -> PathBuf {
        self.0.path().join("pages")
    }

    fn index(&self) -> PathBuf {
        self.0.path().join("index")
    }

    /// Writes a page that was last changed long ago, a second later each time.
    fn put(&self, name: &str, text: &str) {
        let path = self.pages().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        let age = u64::from(!path.exists()) + 100;
        fs::write(&path, text).unwrap();
        let then = machine_now() - Duration::from_secs(age);
        File::options().write(true).open(&path).unwrap().set_modified(then).unwrap();
    }

    fn open(&self) -> KeptLibrary {
        KeptLibrary::open(&self.pages(), &self.index()).unwrap()
    }

    /// Opens it; it must find what an index in memory finds. Answers how many pages were read.
    fn agrees(&self) -> usize {
        let (kept, memory) = (self.open(), Library::open(&self.pages()).unwrap());
        for query in ["cat", "bank rate", "the zebra", "report news", "whale"] {
            let one: Vec<_> = kept.search(query).unwrap().into_iter().map(|m| (m.document.clone(), m.score)).collect();
            let other: Vec<_> = memory.search(query).into_iter().map(|m| (m.document.clone(), m.score)).collect();
            assert_eq!(one, other, "{query}");
        }
        assert_eq!(kept.len(), memory.len());
        kept.read()
    }
}

const PAGES: [(&str, &str); 3] = [
    ("a.example/cats.md", "# Cats\nThe cat and the zebra."),
    ("a.example/bank.html", "<title>Bank</title><body>The bank kept its rate. News of the bank.</body>"),
    ("b.example/index.html", "<title>Report</title><body>A report on zebras and cats</body>"),
];

#[test]
fn it_is_built_once_and_opened_without_reading_a_page() {
    let folder = Folder::new(&PAGES);
    assert_eq!(folder.agrees(), 3);
    // Unreadable pages with the same size and time: whoever read one would fail to find its words.
    let path = folder.pages().join(PAGES[0].0);
    let (text, time) = (fs::read(&path).unwrap(), fs::metadata(&path).unwrap().modified().unwrap());
    fs::write(&path, vec![b'x'; text.len()]).unwrap();
    File::options().write(true).open(&path).unwrap().set_modified(time).unwrap();
    let kept = folder.open();
    assert_eq!((kept.read(), kept.search("zebra").unwrap().len()), (0, 2));
}

#[test]
fn only_what_changed_is_read() {
    let folder = Folder::new(&PAGES);
    folder.agrees();
    folder.put("a.example/cats.md", "# Whales\nThe whale.");
    folder.put("c.example/new.txt", "news of a zebra at the bank");
    fs::remove_file(folder.pages().join("b.example/index.html")).unwrap();
    assert_eq!(folder.agrees(), 2);
    assert_eq!(folder.agrees(), 0);
    fs::remove_dir_all(folder.pages().join("a.example")).unwrap();
    assert_eq!(folder.agrees(), 0);
}

#[test]
fn a_page_that_was_changed_a_moment_ago_is_looked_at_again() {
    let folder = Folder::new(&PAGES);
    folder.agrees();
    // The same size within one tick of the clock: only its hash tells.
    let path = folder.pages().join(PAGES[0].0);
    fs::write(&path, PAGES[0].1).unwrap();
    assert_eq!(folder.agrees(), 0, "touched, not changed");
    fs::write(&path, PAGES[0].1.replace("zebra", "whale")).unwrap();
    assert_eq!(folder.agrees(), 1);
}

#[test]
fn a_file_that_is_no_index_is_replaced_by_one() {
    let folder = Folder::new(&PAGES);
    folder.agrees();
    let whole = fs::read(folder.index()).unwrap();
    for cut in [0, 7, 20, 60, whole.len() / 2, whole.len() - 1] {
        fs::write(folder.index(), &whole[..cut]).unwrap();
        assert_eq!(folder.agrees(), 3, "cut at {cut}");
    }
    for at in [0, 9, 17, 50, 200] {
        let mut damaged = whole.clone();
        damaged[at] ^= 0x55;
        fs::write(folder.index(), damaged).unwrap();
        assert_eq!(folder.agrees(), 3, "damaged at {at}");
    }
    let beside = fs::read_dir(folder.0.path()).unwrap().count();
    assert_eq!(beside, 2, "the pages and the index, nothing left over");
}

/// Whoever has an index open goes on with it while another is put in its place.
#[test]
fn a_new_index_disturbs_nobody_who_searches() {
    let folder = Folder::new(&PAGES);
    let old = folder.open();
    folder.put("a.example/cats.md", "# Whales\nThe whale.");
    assert_eq!(folder.open().search("whale").unwrap().len(), 1);
    assert_eq!((old.search("zebra").unwrap().len(), old.search("whale").unwrap().len()), (2, 0));
}

#[test]
fn where_nothing_can_be_written_it_says_so() {
    let folder = Folder::new(&PAGES);
    let place = folder.pages().join(PAGES[0].0).join("index");
    let error = KeptLibrary::open(&folder.pages(), &place).unwrap_err();
    assert!(format!("{error:#}").contains("index"), "{error:#}");
}
