//! Prints the shares of every query of a data set, one `answerable coverage named wording` per line, for
//! fitting the confidence's weights. The data set is a folder with `docs.ndjson` {id, title, text} and `queries.ndjson`
//! {id, text, answerable}.

use std::fs::read_to_string;
use std::path::Path;

use retrieval::ranking::{Collection, Passage, without_brackets};
use serde_json::Value;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = std::env::args().nth(1).ok_or("usage: fit <folder>")?;
    let mut collection = Collection::default();
    for row in rows(&Path::new(&folder).join("docs.ndjson"))? {
        let text = |key: &str| row[key].as_str().unwrap_or_default().to_owned();
        collection.add(Passage::new(&text("title"), &text("text"), [without_brackets(&text("title")).as_str()]));
    }
    for row in rows(&Path::new(&folder).join("queries.ndjson"))? {
        let shares = collection.search(row["text"].as_str().unwrap_or_default()).shares;
        let answerable = i32::from(row["answerable"].as_bool().unwrap_or(true));
        let [coverage, named, wording] = shares.values();
        println!("{answerable} {coverage:.5} {named:.5} {wording:.5}");
    }
    Ok(())
}

fn rows(file: &Path) -> Result<Vec<Value>, Box<dyn std::error::Error>> {
    let text = read_to_string(file)?;
    text.lines().filter(|line| !line.trim().is_empty()).map(|line| Ok(serde_json::from_str(line)?)).collect()
}
