//! Prints the contract as it is compiled, for `proto/compat/contract.txt`. Run it only when the contract grew on
//! purpose: `cargo run -p proto --example contract > proto/compat/contract.txt`

fn main() {
    println!(
        "# The contract that the fleet keeps. Regenerate: cargo run -p proto --example contract > proto/compat/contract.txt"
    );
    print!("{}", proto::CONTRACT);
}
