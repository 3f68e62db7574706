//! Prints docs/COMMANDS.md: `make commands`.

#![allow(clippy::print_stdout, reason = "printing is what it is for")]

fn main() {
    print!("{}", tests::commands::document());
}
