//! Prints the tables of files: `cargo run -p extraction --example tables -- FILE…`.

fn main() -> Result<(), Box<dyn std::error::Error>> {
    for file in std::env::args().skip(1) {
        let document = extraction::read(&std::fs::read(&file)?, "", "")?;
        for table in &document.tables {
            println!("{file}, page {}\n\n{}", table.page, table.markdown());
        }
    }
    Ok(())
}
