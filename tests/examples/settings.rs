//! Prints docs/CONFIGURATION.md: `make settings`.

#![allow(clippy::print_stdout, reason = "printing is what it is for")]

fn main() -> anyhow::Result<()> {
    print!("{}", tests::settings::document()?);
    Ok(())
}
